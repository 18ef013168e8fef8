import type { MessagesHook } from '@backcounter/i18n/react';
import { isNewKey, LAYOUT, layoutOf, partField, type ReleaseValues } from './release-form-values.ts';

const SHOWN = 4;

/** Parts that will be saved: one entry per list or change, not per field. */
export function savedParts(
  base: ReleaseValues,
  values: ReleaseValues,
  changed: readonly string[],
  { t }: Pick<MessagesHook, 't' | 'locale'>,
): readonly string[] {
  const parts: string[] = [];
  if (changed.includes('number')) parts.push(t('release.field.number'));
  if (changed.includes('day')) parts.push(t('release.field.date'));
  const [before, after] = [keysOf(base), keysOf(values)];
  const touched = new Set(changed.flatMap((field) => field.split('.')[1] ?? []));
  const nameOf = (from: ReleaseValues, key: string): string => {
    const title = from[partField('list', key)] ?? from[partField('title', key)];
    if (title?.trim()) return title;
    return t(from[partField('type', key)] == null ? 'release.edit.untitled-list' : 'release.edit.untitled-change');
  };
  const content = [
    ...[...after].filter((key) => !before.has(key)).map((key) => t('release.save.new', { name: nameOf(values, key) })),
    ...[...before]
      .filter((key) => !after.has(key))
      .map((key) => t('release.save.removed', { name: nameOf(base, key) })),
    ...[...after]
      .filter((key) => before.has(key) && touched.has(key))
      .map((key) => t('release.save.edited', { name: nameOf(values, key) })),
  ];
  parts.push(...content);
  const isMoved = changed.includes(LAYOUT) && shape(base, after) !== shape(values, before);
  if (isMoved) parts.push(t('release.save.order'));
  if (parts.length <= SHOWN) return parts;
  const more = parts.length - SHOWN;
  return [...parts.slice(0, SHOWN), t('release.save.more', { count: more })];
}

const keysOf = (values: ReleaseValues): ReadonlySet<string> =>
  new Set(layoutOf(values).flatMap(({ key, changes }) => [key, ...changes]));

/** The order of what both have. */
const shape = (values: ReleaseValues, both: ReadonlySet<string>): string =>
  layoutOf(values)
    .filter(({ key }) => both.has(key) || !isNewKey(key))
    .map(({ key, changes }) => `${key}:${changes.filter((change) => both.has(change)).join()}`)
    .join('|');
