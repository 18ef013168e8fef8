/** The size of the area between the axes, and the value at its top. */
export interface Plot {
  readonly width: number;
  readonly height: number;
  readonly top: number;
}

const BAR_MAX_PX = 28;
const BAR_GAP_PX = 4;
/** The part of a day's room that its bars take. */
const BARS_SHARE = 0.8;
const RADIUS_PX = 2;

const rounded = (px: number) => Math.round(px * 100) / 100;

/** Draws the bars of one of `count` series as a path, all from 0 and beside those of the other series of their day. */
export function barsPath(values: readonly (number | null)[], each: number, count: number, plot: Plot): string {
  const band = plot.width / values.length;
  const room = band * BARS_SHARE;
  const gap = room > (count - 1) * BAR_GAP_PX ? BAR_GAP_PX : 0;
  const even = (room - (count - 1) * gap) / count;
  const width = Math.min(BAR_MAX_PX, even > 1 ? Math.trunc(even) : even);
  const before = (band - count * width - (count - 1) * gap) / 2 + each * (width + gap);
  return values
    .map((value, at) => {
      const height = (plot.height * (value ?? 0)) / plot.top;
      if (height <= 0) return '';
      const radius = rounded(Math.min(RADIUS_PX, height, width / 2));
      const [start, up, across] = [at * band + before, height - radius, width - 2 * radius].map(rounded);
      const corner = (y: number) => `a${radius},${radius} 0 0 1 ${radius},${y}`;
      return `M${start},${plot.height}v${-(up ?? 0)}${corner(-radius)}h${across}${corner(radius)}v${up}z`;
    })
    .join('');
}

/** A line that keeps each value until the next day, or the area below it; days without a value leave a gap. */
export function stepsPath(values: readonly (number | null)[], plot: Plot, shape: 'area' | 'line' = 'line'): string {
  const x = (at: number) => rounded(stepShare(at, values.length) * plot.width);
  const y = (value: number) => rounded(plot.height * (1 - value / plot.top));
  let path = '';
  let from: number | null = null;
  for (const [at, value] of [...values, null].entries()) {
    if (value !== null) {
      path += from === null ? `M${x(at)},${y(value)}` : `H${x(at)}V${y(value)}`;
      from ??= at;
    } else if (from !== null) {
      if (at < values.length) path += `H${x(at)}`;
      if (shape === 'area') path += `V${plot.height}H${x(from)}z`;
      from = null;
    }
  }
  return path;
}

/** A day's place in a line, as a share of the width: the line runs from edge to edge. */
export function stepShare(at: number, count: number): number {
  return count > 1 ? at / (count - 1) : 0.5;
}

/** A day's place among bars, as a share of the width: the middle of its room. */
export function barShare(at: number, count: number): number {
  return (at + 0.5) / count;
}
