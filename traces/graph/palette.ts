/** Fills that black text can be read on; the order keeps neighbours apart for colour-blind readers. */
const FILLS = [
  '#a6cee3',
  '#fdbf6f',
  '#b2df8a',
  '#fb9a99',
  '#cab2d6',
  '#ffff99',
  '#8dd3c7',
  '#d9d9d9',
  '#f4cae4',
  '#e6d5b8',
];

/** The fill of a node: white without a colour; after the palette's end it starts again. */
export function fillOf(colour: number | null): string {
  return colour === null ? '#ffffff' : FILLS[colour % FILLS.length]!;
}

export const FAULT_COLOUR = '#9a4a00';
export const BAD_COLOUR = '#b3261e';
