import { expect, test } from 'vitest';
import { kindOf, outdated } from '../../src/worker/plan';

const SCOPE = 'https://a.example/spit/';
const asked = (path: string, mode = 'navigate', method = 'GET') =>
  kindOf({ method, mode, url: new URL(path, SCOPE).href }, SCOPE);

test('the start and every table are the page', () => {
  for (const path of ['./', './?lang=ar-XB#rules', 't/k3v9q', 't/k3v9q/watch', 't/k3v9q/#take=x'])
    expect(asked(path)).toBe('page');
});

test('hashed files are kept, whatever asks for them', () => {
  expect(asked('assets/index-1a2b.js', 'cors')).toBe('asset');
  expect(asked('assets/felt-1a2b.svg', 'no-cors')).toBe('asset');
});

test('the server is asked itself for everything else', () => {
  expect(asked('api/tables/k3v9q', 'cors')).toBe('other');
  expect(asked('api/tables', 'cors', 'POST')).toBe('other');
  expect(asked('records/m1.spit')).toBe('other');
  expect(asked('manifest.webmanifest', 'cors')).toBe('other');
  expect(asked('./', 'cors')).toBe('other');
  expect(asked('https://a.example/other/')).toBe('other');
});

test('the version before is kept for whoever still plays on it', () => {
  expect(outdated(['spit-a', 'spit-b', 'other', 'spit-c'], 'spit-c')).toEqual(['spit-a']);
  expect(outdated(['spit-a'], 'spit-a')).toEqual([]);
});
