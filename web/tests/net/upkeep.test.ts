import { beforeEach, expect, test, vi } from 'vitest';
import { keepUp, type Upkeep } from '../../src/net/upkeep';

class Worker extends EventTarget {
  readonly heard: unknown[] = [];
  postMessage(said: unknown): void {
    this.heard.push(said);
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  readonly active = new Worker();
  readonly update = vi.fn(async () => {});
}

class Container extends EventTarget {
  controller: Worker | null = null;
  readonly registration = new Registration();
  readonly ready = Promise.resolve(this.registration);
  readonly register = vi.fn(async () => this.registration);
}

let container: Container;
let nowMs: number;
const reload = vi.fn();

beforeEach(() => {
  container = new Container();
  nowMs = 0;
});

const up = (): Promise<Upkeep> =>
  keepUp(container as unknown as ServiceWorkerContainer, {
    reload,
    now: () => nowMs,
    loaded: () => ['/assets/a.js'],
  });

/** A worker comes and is installed. */
function comes(): Worker {
  const worker = new Worker();
  container.registration.installing = worker;
  container.registration.dispatchEvent(new Event('updatefound'));
  container.registration.waiting = worker;
  worker.dispatchEvent(new Event('statechange'));
  return worker;
}

test('the first worker of all is no news', async () => {
  const listener = vi.fn();
  (await up()).onNewer(listener);
  comes();
  expect(listener).not.toHaveBeenCalled();
});

test('a newer one is told, to whoever asks later too, and waits until it is used', async () => {
  const upkeep = await up();
  container.controller = new Worker();
  const listener = vi.fn();
  upkeep.onNewer(listener);
  const worker = comes();
  expect(listener).toHaveBeenCalledOnce();
  const later = vi.fn();
  upkeep.onNewer(later);
  expect(later).toHaveBeenCalledOnce();
  expect(worker.heard).toEqual([]);
  upkeep.use();
  expect(worker.heard).toEqual(['take-over']);
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that did not ask is not loaded again: there may be a match on it', async () => {
  await up();
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
});

test('a new version is looked for once in ten minutes at most', async () => {
  const upkeep = await up();
  upkeep.look();
  expect(container.registration.update).not.toHaveBeenCalled();
  nowMs = 600_000;
  upkeep.look();
  upkeep.look();
  expect(container.registration.update).toHaveBeenCalledOnce();
});

test('what was loaded before the worker is handed to it', async () => {
  (await up()).keep();
  await vi.waitFor(() =>
    expect(container.registration.active.heard).toEqual([{ keep: ['/assets/a.js'] }]),
  );
});
