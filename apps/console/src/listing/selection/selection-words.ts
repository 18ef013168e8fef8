import type { MessagesHook } from '@backcounter/i18n/react';
import { formatNumber } from '../../lib/format/formats.ts';
import { countFigure, type ListCount } from '../list-count.ts';
import { countOfEarlier, countSelected, type Question, type RowSelection } from './row-selection.ts';

type Words = Pick<MessagesHook, 't' | 'locale'>;

/**
 * Description of the selection: how many, picked or all that match, and how many of them the list on screen no longer
 * shows.
 */
export function selectionWords(selection: RowSelection, question: Question, { t, locale }: Words): string {
  if (selection.kind === 'none') return '';
  const count = countSelected(selection);
  const figure = count && countFigure(count, locale);
  const earlier = countOfEarlier(selection, question);
  const isOfEarlier = earlier === null || earlier.value > 0;
  if (selection.kind === 'picked') {
    const values = { figure: figure ?? '' };
    if (!isOfEarlier) return t('listing.selection.picked', values);
    if (earlier?.value === count?.value) return t('listing.selection.picked-earlier', values);
    return t('listing.selection.picked-partly-earlier', {
      ...values,
      earlier: earlier === null ? '' : countFigure(earlier, locale),
    });
  }
  const { size } = selection.exclusions;
  const left = formatNumber(size, locale);
  const all = () => {
    if (figure === null)
      return t(size === 0 ? 'listing.selection.all-uncounted' : 'listing.selection.all-uncounted-but', { left });
    return t(size === 0 ? 'listing.selection.all' : 'listing.selection.all-but', { figure, left });
  };
  return isOfEarlier ? t('listing.selection.of-earlier', { selection: all() }) : all();
}

/** The effect of "Select all" in words; null where it would change nothing or drop kept rows. */
export function selectAllWords(
  selection: RowSelection,
  question: Question,
  count: ListCount | undefined,
  { t, locale }: Words,
): string | null {
  if (!count || count.value === 0) return null;
  const earlier = countOfEarlier(selection, question);
  if (earlier === null || earlier.value > 0) return null;
  const selected = countSelected(selection);
  const isAllSelected = count.kind === 'EXACT' && selected?.kind === 'EXACT' && selected.value === count.value;
  const isUntouchedRule = selection.kind === 'rule' && selection.exclusions.size === 0 && count.kind !== 'EXACT';
  if (isAllSelected || isUntouchedRule) return null;
  return count.kind === 'ESTIMATE'
    ? t('listing.selection.select-all-uncounted')
    : t('listing.selection.select-all', { figure: countFigure(count, locale) });
}
