/**
 * Every word on the screen: `t('table.round', { round: 3 })`.
 *
 * Keys are typed from the English catalogue. A key with `_one` and `_other` forms is asked for by
 * its stem with a `count`; the form follows the language's plural rules. Numbers are written as the
 * language writes them.
 */

import type en from './en.json';
import { spoken } from './spoken.svelte';

type Raw = keyof typeof en;
/** A key of the catalogue, plural forms by their stem. */
export type Key = Raw extends infer K
  ? K extends `${infer Stem}_one` | `${infer Stem}_other`
    ? Stem
    : K
  : never;
export type Params = Readonly<Record<string, string | number>>;

/** The text for a key with its `{placeholders}` filled in. */
export function t(key: Key, params: Params = {}): string {
  return template(key, params).replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in params ? filled(params[name]) : whole,
  );
}

/** The text for a key in parts, so that the filled-in ones can be set apart. */
export type Part = { readonly text: string; readonly param: string | null };

export function parts(key: Key, params: Params): readonly Part[] {
  return template(key, params)
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const name = /^\{(\w+)\}$/.exec(piece)?.[1];
      if (name === undefined || !(name in params)) return { text: piece, param: null };
      return { text: filled(params[name]), param: name };
    });
}

/** Whether the catalogue has this key: for keys that are built from a value of the wire. */
export function isKey(key: string): key is Key {
  const { texts } = spoken();
  return key in texts || `${key}_other` in texts;
}

/** The text for a key built from a value of the wire, or `fallback` for a newer server's value. */
export function tOr(key: string, fallback: Key, params: Params = {}): string {
  return t(isKey(key) ? key : fallback, params);
}

function filled(value: string | number | undefined): string {
  return typeof value === 'number' ? spoken().numbers.format(value) : (value ?? '');
}

function template(key: Key, params: Params): string {
  const { texts, plurals } = spoken();
  const count = params.count;
  if (typeof count === 'number') {
    const form = texts[`${key}_${plurals.select(count)}`] ?? texts[`${key}_other`];
    if (form !== undefined) return form;
  }
  return texts[key] ?? key;
}
