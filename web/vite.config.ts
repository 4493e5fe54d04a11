import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/**
 * The production build: one page, hashed assets beside it, nothing inlined (strict CSP).
 *
 * Addresses are relative: the server tells the page by its `<base>` where it lives.
 */
export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: {
    outDir: '../src/spit/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
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
