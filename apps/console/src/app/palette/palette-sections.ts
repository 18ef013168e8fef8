import { PALETTE_GROUPS, type PaletteEntry, type PaletteGroup } from './palette-entry.ts';
import { isMistyped, type Range, rankAll } from './palette-rank.ts';

/** A group as it is shown. */
export interface PaletteSection {
  readonly group: PaletteGroup;
  /** Nothing of it has the text as it was typed. */
  readonly isMistyped: boolean;
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
      isMistyped: false,
      lines: untyped[group](entries[group]).map((entry) => ({ entry, ranges: [] })),
    })).filter(({ lines }) => lines.length > 0);
  }
  // Ranked together: a mistyped page does not stand beside a setting that fits as typed.
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
 * Records stand below what fits as typed, and above what fits only by forgiving a mistake, which waits for their answer: whatever comes moves
 * nothing that stands there. An address has one line, where it stands first.
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
