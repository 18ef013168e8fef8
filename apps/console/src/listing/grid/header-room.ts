const FONT_SIZE_PX = 12;
const CELL_END_PX = 16;
const ARROW_PX = 18;
/** Fonts render slightly wider than measured. */
const SPARE_PX = 1;

let pen: CanvasRenderingContext2D | null | undefined;

/**
 * The width in px that a column's name needs in two lines; some languages have much longer words. `isSorted`: with an
 * arrow beside it.
 */
export function headerRoom(name: string, isSorted: boolean): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return 0;
  pen.font = `${isSorted ? 600 : 500} ${FONT_SIZE_PX}px ${getComputedStyle(document.body).fontFamily}`;
  const parts = name.split(/(?<=[\s\u00ad])/);
  const lineOf = (from: number, to?: number) =>
    pen?.measureText(
      parts
        .slice(from, to)
        .join('')
        .replace(/\u00ad$/, '-')
        .replaceAll('\u00ad', '')
        .trim(),
    ).width ?? 0;
  const breaks = parts.map((_part, index) => Math.max(lineOf(0, index + 1), lineOf(index + 1)));
  return Math.ceil(Math.min(...breaks)) + SPARE_PX + CELL_END_PX + (isSorted ? ARROW_PX : 0);
}
