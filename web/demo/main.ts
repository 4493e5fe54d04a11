/**
 * The gallery: `?scene=stuck` shows a table of the scenes, `?scene=start` the first screen.
 *
 * `&theme=day&deck=four&print=large&hand=left&language=ar-XB` are settings, `&link=lost` drops the connection,
 * `&problem=no-such-table` refuses the seat, `&rival=1500` lets the opponent move. `&pair` seats
 * two people at the screen, `&way=face` or `&way=beside` says how they sit. `&watch` watches,
 * `&door=open` (full, ended, unknown) is a table without a seat, `?scene=start&people` the lobby,
 * `&seek` looks for an opponent there, `&paired` finds one, `&empty` is a lobby with nobody in it.
 */

import { mount } from 'svelte';
import { memoryShelf } from '../src/net/keep';
import type { ErrorCode } from '../src/protocol.gen';
import App from '../src/view/app.svelte';
import '../src/view/styles/index.css';
import { FakeAround, infoOf, lobbyOf } from '../tests/fake-around';
import { FakeServer } from '../tests/fake-server';
import { SCENES } from '../tests/scenes';

const query = new URLSearchParams(location.search);
const scene = SCENES[query.get('scene') ?? 'play'];
const isTable = !['start', 'learn', 'practice', 'rules'].includes(query.get('scene') ?? '');
const around = new FakeAround();
if (query.has('empty')) {
  around.lobby = lobbyOf({ people: 1, tables: 0, waiting: [], open: [], running: [] });
}
if (query.has('reach')) around.reach = query.get('reach') ?? '';
const server = new FakeServer((scene ?? SCENES.play)?.view ?? fail());
const shelf = memoryShelf();
const kept: Record<string, unknown> = {};
for (const name of ['language', 'theme', 'deck', 'print', 'hand', 'motion', 'way']) {
  if (query.has(name)) kept[name] = query.get(name);
}
if (query.has('reader')) kept.reader = true;
if (query.has('numbers')) kept.numbers = true;
shelf.setItem('spit.settings', JSON.stringify(kept));
const secrets = query.has('pair') ? ['s', 'p'] : ['s'];
shelf.setItem('spit.tables', JSON.stringify([{ table: 't1', secrets }]));
const door = query.get('door');
if (door === 'open') around.infos.t1 = infoOf();
if (door === 'full') around.infos.t1 = infoOf({ standing: 'full', names: ['Anna', 'Mina'] });
if (door === 'ended') around.infos.t1 = infoOf({ standing: 'ended', names: ['', ''] });
if (door !== null) shelf.removeItem('spit.tables');
if (query.has('watch')) history.replaceState(null, '', `/t/t1/watch${location.search}`);
else if (isTable) history.replaceState(null, '', `/t/t1${location.search}`);
else if (query.has('people')) history.replaceState(null, '', `/${location.search}#people`);
else if (['learn', 'practice', 'rules'].includes(query.get('scene') ?? '')) {
  history.replaceState(null, '', `/${location.search}#${query.get('scene')}`);
} else if (query.has('same')) history.replaceState(null, '', `/${location.search}#same-screen`);

const target = document.getElementById('app') ?? fail();
mount(App, {
  target,
  props: {
    services: {
      fetch: around.fetch,
      openSocket: (path: string) => (path === '/ws' ? around.connect() : server.connect()),
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
      languages: () => navigator.languages,
      randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
      copy: null,
      share: null,
      upkeep: Promise.resolve(null),
    },
  },
});
Object.assign(window, { server, around });

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
