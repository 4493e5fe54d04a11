/**
 * The service worker: the page, the lessons, practice and the rules without a network.
 *
 * Online the page comes from the network, always: a new version is never held back. A new worker
 * waits until it is told to take over, which the page asks for on the first screen alone.
 */

import { kindOf, outdated } from './plan';

/** The part of the worker's world that is used; the DOM's types do not have it. */
type Extended = Event & { waitUntil(done: Promise<unknown>): void };
type Fetched = Extended & {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
};
type World = {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extended) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void;
  addEventListener(type: 'message', listener: (event: Extended & MessageEvent) => void): void;
};

// Both are written in by the build: the files that are kept from the first, and their digest.
declare const SPIT_FILES: readonly string[];
declare const SPIT_VERSION: string;

const world = self as unknown as World;
const CACHE = `spit-${SPIT_VERSION}`;
const PAGE = './';

world.addEventListener('install', (event) => {
  event.waitUntil(keepFirst());
});

world.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

world.addEventListener('message', (event) => {
  if (event.data === 'take-over') void world.skipWaiting();
  else event.waitUntil(keep(event.data.keep));
});

world.addEventListener('fetch', (event) => {
  const { request } = event;
  const kind = kindOf(request, world.registration.scope);
  if (kind === 'page') event.respondWith(page(request));
  if (kind === 'asset') event.respondWith(asset(request));
});

async function keepFirst(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...SPIT_FILES]);
}

/** What the page had loaded before this worker was there; a version before may have it. */
async function keep(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const missing = async (url: string): Promise<void> => {
    if (await cache.match(url)) return;
    const found = await asset(new Request(url));
    if (found.ok) await cache.put(url, found);
  };
  await Promise.all(urls.map(missing));
}

async function takeOver(): Promise<void> {
  const names = outdated(await caches.keys(), CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
  await world.clients.claim();
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (failure) {
    const kept = await (await caches.open(CACHE)).match(PAGE);
    if (kept) return kept;
    throw failure;
  }
}

/** Its name says what is in it, so a kept one is as good as a fetched one. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fetched = await fetch(request);
  if (fetched.ok) await (await caches.open(CACHE)).put(request, fetched.clone());
  return fetched;
}
