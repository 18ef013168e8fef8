import { useMessages } from '@backcounter/i18n/react';
import { formatList } from '../../../lib/format/formats.ts';
import { decodeListUrl } from '../../../listing/address/list-url.ts';
import { urlShapeOf } from '../../../listing/address/use-list-url.ts';
import { usePanel } from '../../../records/use-panel.ts';
import { accountFilters } from '../../account/public.tsx';
import { accountClause, NOT_IN_RULES } from './clauses.ts';
import { EMPTY_RULE, textOfTree } from './rule-tree.ts';

const SHAPE = urlShapeOf({ filters: accountFilters, sorts: {}, columns: [] });

/** The filters and search of a list of accounts, by its URL. */
const givenBy = (query: string) => decodeListUrl(new URLSearchParams(query), SHAPE).state;

/** Days within which new codes count as those of the list that led here. */
const HELD_DAYS = 1;

/** The filters as a rule in a form, and `holds` with campaigns of new codes; null where none of them can be in one. */
export function ruleOfFilters(query: string): string | null {
  const { filters } = givenBy(query);
  const parts = Object.entries(filters)
    .filter(([key]) => !NOT_IN_RULES.includes(key))
    .map(([key, value]) => ({ kind: 'clause', isNegated: false, clause: accountClause(key, value) }) as const);
  const ids = new URLSearchParams(query).get('holds')?.split('.');
  const held = {
    kind: 'clause',
    isNegated: false,
    clause: { holds: { ids: ids ?? [], withinDays: HELD_DAYS } },
  } as const;
  return textOfTree({ ...EMPTY_RULE, parts: ids === undefined ? parts : [...parts, held] });
}

/** Names the filters that the new rule could not take over. */
export function LeftFilters() {
  const { t, locale } = useMessages();
  const { filters, search } = givenBy(usePanel().search['new'] ?? '');
  const left = accountFilters.filter(({ key }) => filters[key] && NOT_IN_RULES.includes(key));
  const names = [...left.map(({ labelKey }) => t(labelKey)), ...(search === '' ? [] : [`“${search}”`])];
  if (names.length === 0) return null;
  return (
    <p className="bc-form-hint" role="status">
      {t('segment.rule.left-out', { filters: formatList(names, locale) })}
    </p>
  );
}
