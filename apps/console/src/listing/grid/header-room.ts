const FONT_SIZE_PX = 12;
const CELL_END_PX = 16;
const ARROW_PX = 18;
/** Fonts render slightly wider than measured. */
const SPARE_PX = 1;

let pen: CanvasRenderingContext2D | null | undefined;

/**
 * The width in px below which a word of a column's name would break; names take two lines, and some languages have much
 * longer words. `isSorted`: with an arrow beside it.
 */
export function headerRoom(name: string, isSorted: boolean): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return 0;
  pen.font = `${isSorted ? 600 : 500} ${FONT_SIZE_PX}px ${getComputedStyle(document.body).fontFamily}`;
  const words = name.split(/[\s\u00ad]+/);
  const longest = Math.max(...words.map((word) => pen?.measureText(word).width ?? 0));
  return Math.ceil(longest) + SPARE_PX + CELL_END_PX + (isSorted ? ARROW_PX : 0);
}
