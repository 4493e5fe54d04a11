/**
 * Checks every word of the client; part of `npm run lint`.
 *
 * A key that a language lacks or has too many, a plural form that its rules ask for and that is
 * not there, a wrong placeholder, a key that nothing uses, a call with the wrong placeholders, and
 * words on the page that come from no catalogue. Sources are parsed, not searched.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'svelte/compiler';

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];
/** Attributes that a person reads or hears. */
const SAID = new Set(['alt', 'aria-label', 'aria-description', 'label', 'placeholder', 'title']);
/** Elements whose text is the same in every language. */
const AS_IS = new Set(['code', 'kbd', 'svg', 'style']);
const WORD = /\p{L}{2,}/u;
/** As in a sentence: a capital, and more than one word. */
const SENTENCE = /^\p{Lu}\p{L}* \p{L}|\p{L}+ \p{L}+[.!?…]$/u;

/** @typedef {Record<string, string>} Catalogue */

/** @param {string} text */
export function placeholdersOf(text) {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();
}

/** A key without its plural form. @param {string} key */
export function stemOf(key) {
  return key.replace(new RegExp(`_(${FORMS.join('|')})$`), '');
}

/** The plural forms that the numbers of a game ask for. @param {string} language */
export function formsOf(language) {
  const rules = new Intl.PluralRules(language);
  const counts = Array.from({ length: 1_001 }, (_, count) => rules.select(count));
  return [...new Set([...counts, 'other'])].sort();
}

/**
 * What is wrong with a language's catalogue beside the English one.
 *
 * @param {Catalogue} english
 * @param {string} language
 * @param {Catalogue} texts
 */
export function faultsOf(english, language, texts) {
  const faults = [];
  const plurals = new Set(Object.keys(english).map(stemOf));
  for (const key of Object.keys(english)) {
    const stem = stemOf(key);
    const wanted = stem === key ? [key] : formsOf(language).map((form) => `${stem}_${form}`);
    for (const each of wanted) {
      if (!texts[each]) faults.push(`${language}: ${each} is missing`);
    }
  }
  for (const [key, text] of Object.entries(texts)) {
    const stem = stemOf(key);
    const model = english[key] ?? english[`${stem}_other`];
    if (model === undefined || !plurals.has(stem)) {
      faults.push(`${language}: ${key} is not in English`);
    } else if (String(placeholdersOf(text)) !== String(placeholdersOf(model))) {
      faults.push(
        `${language}: ${key} has {${placeholdersOf(text)}} for {${placeholdersOf(model)}}`,
      );
    }
  }
  return [...new Set(faults)];
}

/**
 * What one source file says: the keys it names, and words of its own.
 *
 * @param {string} name
 * @param {string} source
 * @param {Catalogue} english
 */
export function readSource(name, source, english) {
  const ast = parse(name.endsWith('.svelte') ? source : `<script lang="ts">${source}</script>`, {
    modern: true,
  });
  const found = { keys: new Set(), patterns: new Set(), faults: [] };
  const stems = new Set(Object.keys(english).map(stemOf));
  /** @param {string} words */
  const own = (words) => found.faults.push(`${name}: “${words.trim()}” is in no catalogue`);
  walk(ast, [], (node, parents) => {
    if (node.type === 'Literal' && typeof node.value === 'string') {
      if (stems.has(node.value)) found.keys.add(node.value);
      else if (isShown(node, parents) || isSentence(node, parents)) own(node.value);
    }
    if (node.type === 'TemplateLiteral') {
      const pattern = patternOf(node);
      if (pattern) found.patterns.add(pattern);
      else if (isShown(node, parents)) {
        for (const { value } of node.quasis) if (WORD.test(value.raw)) own(value.raw);
      }
    }
    if (node.type === 'Text' && WORD.test(node.data) && isRead(parents)) own(node.data);
    if (node.type === 'CallExpression') found.faults.push(...callFaults(name, node, english));
  });
  return found;
}

/** Keys built from a value: `log.${event.type}` stands for all keys of that shape. */
function patternOf(node) {
  const pieces = node.quasis.map(({ value }) => value.raw);
  if (!/\./.test(pieces[0] ?? '') && !/^\.[\w.]+$/.test(pieces[1] ?? '')) return null;
  if (pieces.some((piece) => !/^[\w.+-]*$/.test(piece))) return null;
  const escaped = pieces.map((piece) => piece.replace(/[.+]/g, '\\$&'));
  return `^${escaped.join('[\\w+-]+')}$`;
}

/** Whether an expression's text goes to the page as it is. */
function isShown(node, parents) {
  const at = parents.findLastIndex((each) => /^(ExpressionTag|CallExpression)$/.test(each.type));
  if (at < 0 || parents[at].type !== 'ExpressionTag') return false;
  const inside = parents.slice(at + 1);
  const isTest = inside.some((each, index) => each.test === (inside[index + 1] ?? node));
  const isCompared = inside.some((each) => each.type === 'BinaryExpression');
  if (isTest || isCompared || inside.some((each) => each.type === 'MemberExpression')) return false;
  return (
    WORD.test(node.value ?? node.quasis.map(({ value }) => value.raw).join(' ')) && isRead(parents)
  );
}

/** A sentence in code that is not thrown: words for a player, but for those of errors. */
function isSentence(node, parents) {
  if (!SENTENCE.test(node.value)) return false;
  return !parents.some((each) => each.type === 'NewExpression' && /Error$/.test(each.callee.name));
}

/** Whether text at this place of a component is read: in an element, or in an attribute that is. */
function isRead(parents) {
  const attribute = parents.findLast((each) => /^(Attribute|.*Directive)$/.test(each.type));
  if (attribute) return attribute.type === 'Attribute' && SAID.has(attribute.name);
  const isInside = parents.some((each) => each.type === 'Fragment');
  return isInside && !parents.some((each) => AS_IS.has(each.name));
}

/** Placeholders of a call that are not those of its key. */
function callFaults(name, node, english) {
  const [first, second] = node.arguments;
  if (!/^(t|parts)$/.test(node.callee.name ?? '') || first?.type !== 'Literal') return [];
  const text = english[first.value] ?? english[`${first.value}_other`];
  if (text === undefined || (second && second.type !== 'ObjectExpression')) return [];
  const properties = second?.properties ?? [];
  if (properties.some((each) => each.type !== 'Property')) return [];
  const given = properties.map((each) => each.key.name ?? each.key.value).sort();
  const wanted = placeholdersOf(text);
  if (String(given) === String(wanted)) return [];
  return [`${name}: ${first.value} is given {${given}} for {${wanted}}`];
}

function walk(node, parents, visit) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const each of node) walk(each, parents, visit);
    return;
  }
  if (typeof node.type === 'string') {
    // Types are for the compiler.
    if (/^TS(Type|Interface|Union|Literal)/.test(node.type)) return;
    visit(node, parents);
  }
  const inside = typeof node.type === 'string' ? [...parents, node] : parents;
  for (const [key, value] of Object.entries(node)) {
    if (!/^(parent|loc|metadata)$/.test(key)) walk(value, inside, visit);
  }
}

/**
 * The keys of the English catalogue that no source uses.
 *
 * @param {Catalogue} english
 * @param {{ keys: Set<string>, patterns: Set<string> }[]} sources
 */
export function unusedKeys(english, sources) {
  const keys = new Set(sources.flatMap((source) => [...source.keys]));
  const patterns = sources
    .flatMap((source) => [...source.patterns])
    .map((each) => new RegExp(each));
  const stems = [...new Set(Object.keys(english).map(stemOf))];
  return stems.filter((stem) => !keys.has(stem) && !patterns.some((each) => each.test(stem)));
}

/** All that is wrong in the folder of the client's sources. @param {string} folder */
export function check(folder) {
  const words = join(folder, 'i18n');
  const names = readdirSync(words).filter((name) => /^[a-z]{2}\.json$/.test(name));
  const read = (name) => JSON.parse(readFileSync(join(words, name), 'utf8'));
  const english = read('en.json');
  const shapeOf = (name) => String(read(join('rules', name)).map(({ points }) => points.length));
  const faults = names.flatMap((name) => [
    ...faultsOf(english, name.slice(0, -5), read(name)),
    ...(shapeOf(name) === shapeOf('en.json')
      ? []
      : [`rules/${name}: not the sections of rules/en.json`]),
  ]);
  const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && /\.(ts|svelte)$/.test(each.name))
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => !/\.gen\.ts$|\.d\.ts$|i18n.(languages|made-up)\.ts$/.test(path))
    .map((path) => readSource(relative(folder, path), readFileSync(path, 'utf8'), english));
  const unused = unusedKeys(english, sources).map((key) => `en: ${key} is used nowhere`);
  return [...faults, ...sources.flatMap((source) => source.faults), ...unused];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = check(fileURLToPath(new URL('../src', import.meta.url)));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
