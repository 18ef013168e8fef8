import type { Range } from '../../lib/format/matched-text.ts';
import { PALETTE_GROUPS, type PaletteEntry, type PaletteGroup } from './palette-entry.ts';
import { isMistyped, rankAll } from './palette-rank.ts';

/** A displayed group. */
export interface PaletteSection {
  readonly group: PaletteGroup;
  /** All of its entries match only with a typo. */
  readonly isMistyped: boolean;
  readonly lines: readonly { readonly entry: PaletteEntry; readonly ranges: readonly Range[] }[];
}

/** Settings are many and rarely needed: they are found by typing, and only these are shown before. */
const UNTYPED_SETTINGS: readonly string[] = ['shortcuts', 'sign-out'];
const RECENT_UNTYPED = 5;

const untyped: Readonly<Record<PaletteGroup, (entries: readonly PaletteEntry[]) => readonly PaletteEntry[]>> = {
  actions: (entries) => entries,
  recent: (entries) => entries.slice(0, RECENT_UNTYPED),
  pages: (entries) => entries,
  settings: (entries) => entries.filter(({ id }) => UNTYPED_SETTINGS.includes(id)),
};

/** The matches of a query in groups, the group with the best match first. */
export function paletteSections(
  text: string,
  entries: Readonly<Record<PaletteGroup, readonly PaletteEntry[]>>,
): readonly PaletteSection[] {
  if (text.trim() === '') {
    return PALETTE_GROUPS.map((group) => ({
      group,
      isMistyped: false,
      lines: untyped[group](entries[group]).map((entry) => ({ entry, ranges: [] })),
    })).filter(({ lines }) => lines.length > 0);
  }
  // Ranked together: a page with a typo is not shown beside a setting that matches exactly.
  const ranked = rankAll(
    text,
    PALETTE_GROUPS.flatMap((group) => entries[group].map((entry) => ({ ...entry, group, entry }))),
  );
  const groups = [...new Set(ranked.map(({ entry }) => entry.group))];
  return groups.map((group) => {
    const ofGroup = ranked.filter(({ entry }) => entry.group === group);
    return {
      group,
      isMistyped: ofGroup.every(({ fit }) => isMistyped(fit)),
      lines: ofGroup.map(({ entry, fit }) => ({ entry: entry.entry, ranges: fit.ranges })),
    };
  });
}

interface Arranged {
  readonly isMistyped: boolean;
  readonly lines: readonly { readonly entry: PaletteEntry }[];
}

/**
 * Records are below exact matches and above matches with typos, which wait for the server's answer, so that later
 * entries shift nothing. A URL has one entry, its first.
 */
export function arrangeSections<Known extends Arranged, Found extends Omit<Arranged, 'isMistyped'>>(
  known: readonly Known[],
  found: readonly Found[],
  isPending: boolean,
): readonly (Known | Found)[] {
  const typed = known.filter((section) => !section.isMistyped);
  const mistyped = isPending ? [] : known.filter((section) => section.isMistyped);
  return withoutRepeats([...typed, ...found, ...mistyped]);
}

function withoutRepeats<Section extends Pick<Arranged, 'lines'>>(sections: readonly Section[]): readonly Section[] {
  const seen = new Set<string>();
  return sections.map((section) => ({
    ...section,
    lines: section.lines.filter(({ entry: { deed } }) => {
      if (deed.kind !== 'go') return true;
      const isRepeated = seen.has(deed.href);
      seen.add(deed.href);
      return !isRepeated;
    }),
  }));
}
