import { createHash } from 'node:crypto';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/**
 * The production build: one page, hashed assets beside it, nothing inlined (strict CSP).
 *
 * Addresses are relative: the server tells the page by its `<base>` where it lives.
 */
export default defineConfig({
  base: './',
  plugins: [svelte(), workerFiles()],
  build: {
    outDir: '../src/spit/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/worker/worker.ts' },
      output: {
        entryFileNames: ({ name }) =>
          name === 'worker' ? 'service-worker.js' : 'assets/[name]-[hash].js',
      },
    },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    clearMocks: true,
    restoreMocks: true,
    sequence: { shuffle: true },
  },
});

/** Kept by the worker when it is used: other languages, their rules, their letters. */
const WHEN_USED = /^assets\/((af|de|el|es|fr|ru|made-up)-|manrope)/;

/** Writes into the service worker which files it keeps from the first, and their digest. */
function workerFiles(): Plugin {
  return {
    name: 'worker-files',
    generateBundle(_options, bundle) {
      const worker = bundle['service-worker.js'];
      if (worker?.type !== 'chunk') return;
      const names = Object.keys(bundle).sort();
      const files = names.filter((name) => name.startsWith('assets/') && !WHEN_USED.test(name));
      const digest = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
      worker.code = worker.code
        .replaceAll('SPIT_FILES', JSON.stringify(files))
        .replaceAll('SPIT_VERSION', JSON.stringify(digest));
    },
  };
}
