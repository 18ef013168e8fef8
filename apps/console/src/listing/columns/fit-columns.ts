/** Widths of a column in px. `needs` are those at which the cells on screen show their whole content. */
export interface FittedColumn {
  readonly min: number;
  /** The width without content, taken from spare room. */
  readonly ideal: number;
  readonly max: number;
  readonly needs: readonly number[];
}

/** Room that is left goes to all columns alike, up to this. */
const AIR_PX = 32;

/**
 * The width of each column in a row of `room` px: its minimum, then room where it shows most cells in full per px, then
 * what is missing to its ideal, then some air. Minimums may exceed the room, and cells may use up to `reach`.
 */
export function fitColumns(columns: readonly FittedColumn[], room: number, reach: number): readonly number[] {
  const sorted = columns.map((column) => ({ ...column, needs: [...column.needs].sort((a, b) => a - b) }));
  const widths = columns.map(({ min }) => min);
  let spare = reach - sum(widths);
  for (let step = nextStep(sorted, widths, spare); step !== null; step = nextStep(sorted, widths, spare)) {
    spare -= step.width - (widths[step.index] ?? 0);
    widths[step.index] = step.width;
  }
  const missing = columns.map(({ ideal }, index) => Math.max(0, ideal - (widths[index] ?? 0)));
  const share = Math.min(1, Math.max(0, room - sum(widths)) / Math.max(1, sum(missing)));
  const filled = widths.map((width, index) => width + Math.floor((missing[index] ?? 0) * share));
  const air = Math.max(0, Math.min(AIR_PX, Math.floor((room - sum(filled)) / columns.length)));
  return filled.map((width) => width + air);
}

/** The affordable growth of one column that shows most further cells per px; null if there is none. Needs are sorted. */
function nextStep(columns: readonly FittedColumn[], widths: readonly number[], spare: number) {
  let best: { readonly index: number; readonly width: number; readonly gain: number } | null = null;
  for (const [index, { needs, max }] of columns.entries()) {
    const present = widths[index] ?? 0;
    const cut = needs.filter((need) => need > present && need <= max && need - present <= spare);
    for (const [before, width] of cut.entries()) {
      const gain = (before + 1) / (width - present);
      if (best === null || gain > best.gain) best = { index, width, gain };
    }
  }
  return best;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
