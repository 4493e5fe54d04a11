import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** The gallery of states on a scripted server; for looking at, never shipped. */
export default defineConfig({
  root: 'demo',
  base: './',
  plugins: [svelte()],
  build: { outDir: '../dist/demo', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
});
