import { PALETTE_GROUPS, type PaletteEntry, type PaletteGroup } from './palette-entry.ts';
import { type Range, rankAll } from './palette-rank.ts';

/** A group as it is shown. */
export interface PaletteSection {
  readonly group: PaletteGroup;
  readonly lines: readonly { readonly entry: PaletteEntry; readonly ranges: readonly Range[] }[];
}

/** Settings are many and seldom wanted: they are found by typing, and only how to leave stands there before. */
const UNTYPED_SETTINGS: readonly string[] = ['shortcuts', 'sign-out'];
const RECENT_UNTYPED = 5;

const untyped: Readonly<Record<PaletteGroup, (entries: readonly PaletteEntry[]) => readonly PaletteEntry[]>> = {
  actions: (entries) => entries,
  recent: (entries) => entries.slice(0, RECENT_UNTYPED),
  pages: (entries) => entries,
  settings: (entries) => entries.filter(({ id }) => UNTYPED_SETTINGS.includes(id)),
};

/** What fits a text, in groups: the group with the best fit first. */
export function paletteSections(
  text: string,
  entries: Readonly<Record<PaletteGroup, readonly PaletteEntry[]>>,
): readonly PaletteSection[] {
  if (text.trim() === '') {
    return PALETTE_GROUPS.map((group) => ({
      group,
      lines: untyped[group](entries[group]).map((entry) => ({ entry, ranges: [] })),
    })).filter(({ lines }) => lines.length > 0);
  }
  // Ranked together: a mistyped page does not stand beside a setting that fits as typed.
  const ranked = rankAll(
    text,
    PALETTE_GROUPS.flatMap((group) => entries[group].map((entry) => ({ ...entry, group, entry }))),
  );
  const groups = [...new Set(ranked.map(({ entry }) => entry.group))];
  return groups.map((group) => ({
    group,
    lines: ranked
      .filter(({ entry }) => entry.group === group)
      .map(({ entry, fit }) => ({ entry: entry.entry, ranges: fit.ranges })),
  }));
}
