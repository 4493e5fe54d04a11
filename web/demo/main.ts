/**
 * The gallery: `?scene=stuck` shows a table of the scenes, `?scene=start` the first screen.
 *
 * `&theme=day&deck=four&print=large&hand=left` are settings, `&link=lost` drops the connection,
 * `&problem=no-such-table` refuses the seat, `&rival=1500` lets the opponent move. `&pair` seats
 * two people at the screen, `&way=face` or `&way=beside` says how they sit.
 */

import { mount } from 'svelte';
import { memoryShelf } from '../src/net/keep';
import type { ErrorCode } from '../src/protocol.gen';
import App from '../src/view/app.svelte';
import '../src/view/styles/index.css';
import { FakeServer } from '../tests/fake-server';
import { SCENES } from '../tests/scenes';

const query = new URLSearchParams(location.search);
const scene = SCENES[query.get('scene') ?? 'play'];
const isTable = query.get('scene') !== 'start';
const server = new FakeServer((scene ?? SCENES.play)?.view ?? fail());
const shelf = memoryShelf();
const kept: Record<string, unknown> = {};
for (const name of ['theme', 'deck', 'print', 'hand', 'motion', 'way']) {
  if (query.has(name)) kept[name] = query.get(name);
}
if (query.has('reader')) kept.reader = true;
if (query.has('numbers')) kept.numbers = true;
shelf.setItem('spit.settings', JSON.stringify(kept));
const secrets = query.has('pair') ? ['s', 'p'] : ['s'];
shelf.setItem('spit.tables', JSON.stringify([{ table: 't1', secrets }]));
if (query.has('rtl')) document.documentElement.dir = 'rtl';
if (isTable) history.replaceState(null, '', `/t/t1${location.search}`);

const target = document.getElementById('app') ?? fail();
mount(App, {
  target,
  props: {
    services: {
      fetch: () => Promise.resolve(Response.json({ error: 'this is a gallery' }, { status: 400 })),
      openSocket: () => server.connect(),
      shelf,
      timers: {
        after: (ms: number, callback: () => void) => {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
        now: () => performance.now(),
        random: () => 0.5,
      },
      isClockCoarse: false,
      root: document.documentElement,
    },
  },
});
Object.assign(window, { server });

setTimeout(() => {
  if (scene?.events) server.happen(...scene.events);
  if (query.get('link') === 'lost') server.drop();
  const problem = query.get('problem') as ErrorCode | null;
  if (problem) server.send({ type: 'problem', code: problem, detail: '', fatal: true });
}, 50);
const every = Number(query.get('rival') ?? 0);
if (every > 0) setInterval(() => server.moveRival(), every);

function fail(): never {
  throw new Error('the gallery is incomplete');
}
