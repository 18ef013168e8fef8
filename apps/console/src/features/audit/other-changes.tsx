import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { ChangeList, type RecordChange } from '../../records/history/change-list.tsx';
import { REFUSAL_FIELD, refusalWords } from '../../records/refusal-words.ts';

/** Fields of kinds that have no page of their own: saved views, jobs, sessions, refusals. */
const FIELD_KEYS = {
  columns: 'listing.columns.title',
  density: 'listing.columns.density',
  filters: 'audit.change.filters',
  kind: 'audit.change.kind',
  name: 'crud.field.name',
  position: 'crud.field.position',
  refusal: 'account.field.refusal',
  scope: 'audit.change.scope',
  search: 'audit.change.search',
  sort: 'listing.sort.by',
  widths: 'audit.change.widths',
} as const satisfies Record<string, MessageKey>;

const isKnown = (field: string): field is keyof typeof FIELD_KEYS => Object.hasOwn(FIELD_KEYS, field);

/** Changes of a record whose own words are not known here. */
export function OtherChanges({ changes }: { readonly changes: readonly RecordChange[] }) {
  const messages = useMessages();
  const { t } = messages;
  const wordsOf = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('listing.value.empty');
    if (field === REFUSAL_FIELD) return refusalWords(value, messages) ?? String(value);
    if (field === 'scope' && (value === 'TEAM' || value === 'PERSONAL')) return t(`listing.views.for-${value}`);
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return (
    <ChangeList
      changes={changes}
      labelOf={(field) => (isKnown(field) ? t(FIELD_KEYS[field]) : field)}
      wordsOf={wordsOf}
    />
  );
}
