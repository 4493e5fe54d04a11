/** Two languages that nobody speaks, made from English, to see whether the page bears them. */

import en from './en.json';
import type { Catalogue } from './spoken.svelte';

const PLAIN = 'aeiouyncszlgdtrAEIOUSC';
const ACCENTED = 'áéíöúýñçšžļĝđţřÅÉÎÖÛŠČ';
/** How much longer the words of other languages may be. */
const STRETCH = 0.4;

/** Accents above and below, and words that are longer by two fifths. */
export function long(): Catalogue {
  return changed((text) => {
    const letters = text.replace(/\p{L}/gu, (letter) =>
      PLAIN.includes(letter) ? ACCENTED.charAt(PLAIN.indexOf(letter)) : letter,
    );
    const words = text.match(/\p{L}+/gu)?.join('') ?? '';
    const more = Math.ceil(words.length * STRETCH);
    return words === '' ? text : letters.replace(/(\p{L})(?!.*\p{L})/u, `$1${'ö'.repeat(more)}`);
  });
}

/** Words that are written from the right, as in Arabic or Hebrew. */
export function fromTheRight(): Catalogue {
  return changed((text) => text.replace(/\p{L}+/gu, '\u202e$&\u202c'));
}

/** The catalogue with all but its placeholders changed. */
function changed(change: (text: string) => string): Catalogue {
  return Object.fromEntries(
    Object.entries(en).map(([key, text]) => [
      key,
      text
        .split(/(\{\w+\})/)
        .map((piece) => (piece.startsWith('{') ? piece : change(piece)))
        .join(''),
    ]),
  );
}
