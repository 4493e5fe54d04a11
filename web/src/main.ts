/** Composition root of the page. */

import { mount } from 'svelte';
import { sturdyShelf } from './net/keep';
import { liveBelow } from './net/places';
import { keepUp, type Upkeep } from './net/upkeep';
import { isCoarse } from './state/exposure';
import App from './view/app.svelte';
import type { Services } from './view/services';
import { chooseLanguage } from './view/settings-model.svelte';
import './view/styles/index.css';

liveBelow(document.querySelector('base') ? new URL(document.baseURI).pathname : '/');

const shelf = sturdyShelf(() => localStorage);
// For development: `?lang=ar-XB` chooses a language that the settings do not offer.
chooseLanguage(shelf, new URLSearchParams(location.search).get('lang'));

const services: Services = {
  fetch: (url, init) => fetch(url, init),
  openSocket: (path) => {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(`${scheme}//${location.host}${path}`);
  },
  shelf,
  timers: {
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    now: () => performance.now(),
    random: () => Math.random(),
  },
  isClockCoarse: isCoarse(() => performance.now()),
  root: document.documentElement,
  languages: () => navigator.languages,
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  // Both exist in a secure context only, which a page over plain HTTP from another device is not.
  copy: navigator.clipboard ? (text) => navigator.clipboard.writeText(text) : null,
  upkeep: onceLoaded().catch(() => null),
  share: navigator.share ? (title, url) => navigator.share({ title, url }) : null,
};

const target = document.getElementById('app');
if (!target) throw new Error('the page has no place for the app');
mount(App, { target, props: { services } });

/** The worker is fetched once the page is there: it must not make the start slower. */
async function onceLoaded(): Promise<Upkeep | null> {
  if (!navigator.serviceWorker || !import.meta.env.PROD) return null;
  if (document.readyState !== 'complete') {
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
  }
  return keepUp(navigator.serviceWorker, {
    reload: () => location.reload(),
    now: () => performance.now(),
    loaded: () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('/assets/')),
  });
}
