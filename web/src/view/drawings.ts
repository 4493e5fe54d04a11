/**
 * The seven drawings on the cards, as paths in a box of 100 by 100.
 *
 * Plain paths, and not symbols that are used: a page that makes thousands of faces in a match
 * would build a copy of the symbol for each.
 */

/** How a part of a drawing is painted: filled in the suit's colour or gilt, or as a line. */
export type Paint = 'suit' | 'gilt' | 'gilt-line' | 'ivory-line';

export type Drawing = readonly { readonly d: string; readonly paint: Paint }[];

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

const KING = [
  'M15 76 7 34l24 19L50 14l19 39 24-19-8 42Z',
  'M15 82h70v9H15z',
  circle(50, 11, 7),
  circle(7, 31, 6),
  circle(93, 31, 6),
];
const QUEEN = [
  'M14 78C9 62 7 50 9 38c8 9 14 14 21 15 2-11 4-20 8-28 5 6 9 12 12 20 3-8 7-14 12-20 4 8 6 17 8 28 7-1 13-6 21-15 2 12 0 24-5 40-22-6-50-6-72 0Z',
  'M16 84c22-5 46-5 68 0v8c-22-5-46-5-68 0z',
  circle(9, 34, 5.5),
  circle(38, 20, 6),
  circle(62, 20, 6),
  circle(91, 34, 5.5),
];

/** By suit letter, and by rank letter for the courts. */
export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  h: [
    {
      d: 'M50 93C44 80 8 61 8 33 8 18 19 8 31 8c9 0 16 5 19 14C53 13 60 8 69 8c12 0 23 10 23 25 0 28-36 47-42 60Z',
      paint: 'suit',
    },
  ],
  d: [
    {
      d: 'M50 3c8 18 21 35 36 47-15 12-28 29-36 47-8-18-21-35-36-47C29 38 42 21 50 3Z',
      paint: 'suit',
    },
  ],
  s: [
    {
      d: 'M50 4c5 15 42 34 42 59 0 13-9 21-20 21-8 0-14-4-18-10 1 9 5 16 12 21v2H34v-2c7-5 11-12 12-21-4 6-10 10-18 10C17 84 8 76 8 63 8 38 45 19 50 4Z',
      paint: 'suit',
    },
  ],
  c: [
    {
      d: 'M50 4c12 0 21 9 21 20 0 7-3 13-8 18 3-1 6-2 9-2 12 0 21 9 21 21S84 82 72 82c-8 0-14-4-18-10 1 10 5 18 12 23v2H34v-2c7-5 11-13 12-23-4 6-10 10-18 10C16 82 7 73 7 61s9-21 21-21c3 0 6 1 9 2-5-5-8-11-8-18C29 13 38 4 50 4Z',
      paint: 'suit',
    },
  ],
  K: [
    { d: KING.join(''), paint: 'suit' },
    { d: `m50 55 7 10-7 10-7-10z${circle(30, 66, 4)}${circle(70, 66, 4)}`, paint: 'gilt' },
  ],
  Q: [
    { d: QUEEN.join(''), paint: 'suit' },
    { d: circle(50, 62, 6) + circle(31, 65, 4) + circle(69, 65, 4), paint: 'gilt' },
  ],
  J: [
    {
      d: 'M50 5c12 9 26 12 39 12 2 36-10 63-39 78C21 80 9 53 11 17c13 0 27-3 39-12Z',
      paint: 'suit',
    },
    {
      d: 'M50 15.5c9 6 19 9 29.5 10 0 26-9 46-29.5 59-20.5-13-29.5-33-29.5-59 10.5-1 20.5-4 29.5-10Z',
      paint: 'ivory-line',
    },
    { d: 'm31 37 19 14 19-14M34 55l16 12 16-12', paint: 'gilt-line' },
  ],
};
