import type { Translate } from '@backcounter/i18n/react';
import { IconArrowRight, IconRefresh } from '@tabler/icons-react';
import { FEATURE_ROUTES, type FeatureRoute } from '../../features/index.ts';
import { type PaletteEntry, PLAIN } from './palette-entry.ts';
import { startScore } from './palette-rank.ts';
import type { FoundGroup } from './use-found-records.ts';

/**
 * Kinds of records whose titles are or begin with the text come first. Similar records are skipped if there are other
 * matches.
 */
export function foundFirst(text: string, groups: readonly FoundGroup[], isElsewhere: boolean): readonly FoundGroup[] {
  const scoreOf = ({ found }: FoundGroup) =>
    Math.max(0, ...(found?.records ?? []).map(({ title }) => startScore(text, title)));
  return groups
    .map((group) => {
      const records = group.found?.records.filter(({ isSimilar }) => isSimilar !== true) ?? [];
      if (!isElsewhere || group.found === null || records.length === group.found.records.length) return group;
      const isLeft = records.length > 0;
      return {
        ...group,
        found: { ...group.found, records, hasMore: isLeft, matchKey: isLeft ? group.found.matchKey : null },
      };
    })
    .sort((a, b) => scoreOf(b) - scoreOf(a));
}

/** The entries of one kind of records: the matches, a link to the list with all of them, or Retry. */
export function foundEntries(group: FoundGroup, t: Translate): readonly PaletteEntry[] {
  const { path, text, found, error, retry } = group;
  const { titleKey, nav }: FeatureRoute = FEATURE_ROUTES[path];
  if (error) {
    const title = t('common.action.retry');
    return [{ ...PLAIN, id: `retry-${path}`, title, icon: IconRefresh, deed: { kind: 'stay', run: retry } }];
  }
  const records = (found?.records ?? []).map(({ href, title, detail, face }) => ({
    ...PLAIN,
    id: `found-${href}`,
    title,
    detail,
    icon: nav?.icon ?? null,
    face,
    deed: { kind: 'go', href } as const,
  }));
  if (!found?.hasMore) return records;
  const title = t('palette.found.all', { page: t(titleKey) });
  const href = `${path}?q=${encodeURIComponent(text)}`;
  return [...records, { ...PLAIN, id: `all-${path}`, title, icon: IconArrowRight, deed: { kind: 'go', href } }];
}
