import { AUDIT_ACTIONS, AUDIT_KINDS, AUDIT_OUTCOMES, type AuditOutcome } from '@backcounter/domain';
import type { AuditFilter } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { compareIn } from '../../lib/format/formats.ts';
import { personCode, personOfCode } from '../../listing/address/person-code.ts';
import { chosenInput, instantInput, setInput } from '../../listing/filter/filter-input.ts';
import type { FilterValue } from '../../listing/filter/filter-value.ts';
import type { FilterOption, ListFilter, OptionContext } from '../../listing/list-definition.ts';
import { kindWords, verbWords } from '../../records/action-words.ts';
import { auditPeopleQuery } from './audit.operations.ts';

/** Dots separate the values of a filter in the URL; actions have no underscore. */
export const actionCode = (action: string) => action.replaceAll('.', '_');
const actionOfCode = (code: string) => code.replaceAll('_', '.');

async function personOptions({ signal }: OptionContext): Promise<readonly FilterOption[]> {
  const { auditPeople } = await load(auditPeopleQuery, {}, signal);
  return auditPeople.map(({ sub, name }) => ({ value: personCode(sub), label: name }));
}

async function actionOptions(context: OptionContext): Promise<readonly FilterOption[]> {
  const compare = compareIn(context.locale);
  return Object.entries(AUDIT_ACTIONS)
    .flatMap(([kind, verbs]) => verbs.map((verb) => `${kind}.${verb}`))
    .map((action) => ({
      value: actionCode(action),
      label: `${kindWords(action, context)}: ${verbWords(action, context)}`,
    }))
    .sort((a, b) => compare(a.label, b.label));
}

async function kindOptions(context: OptionContext): Promise<readonly FilterOption[]> {
  const compare = compareIn(context.locale);
  return AUDIT_KINDS.map((kind) => ({ value: kind, label: kindWords(kind, context) })).sort((a, b) =>
    compare(a.label, b.label),
  );
}

/** Days in which a field is searched, unless a time or record is chosen. */
export const FIELD_DAYS = 7;

const valueOptions = (side: 'after' | 'before') => async (context: OptionContext) => {
  const { was: _was, became: _became, ...filter } = auditFilterInput(context.filters) ?? {};
  const [field, ...others] = filter.field?.in ?? [];
  if (field === undefined || others.length > 0) return [];
  return (await import('./audit-fields.ts')).valueOptions(side, field, filter, context);
};

/** Filters of the trail; each but field and values has an index on the server. */
export const auditFilters: readonly ListFilter[] = [
  { key: 'person', labelKey: 'audit.field.person', shape: 'set', options: personOptions },
  { key: 'action', labelKey: 'audit.field.action', shape: 'set', options: actionOptions },
  { key: 'kind', labelKey: 'audit.field.recordKind', shape: 'set', options: kindOptions },
  { key: 'record', labelKey: 'audit.field.recordId', shape: 'text' },
  {
    key: 'outcome',
    labelKey: 'audit.field.outcome',
    shape: 'set',
    options: ({ t }) => Promise.resolve(AUDIT_OUTCOMES.map((value) => ({ value, label: t(`audit.outcome.${value}`) }))),
  },
  { key: 'occurred', labelKey: 'audit.field.occurred', shape: 'instant' },
  {
    key: 'field',
    labelKey: 'audit.field.field',
    shape: 'set',
    isSingle: true,
    options: async (context) => (await import('./audit-fields.ts')).fieldOptions(context),
  },
  {
    key: 'was',
    labelKey: 'audit.field.was',
    shape: 'set',
    options: valueOptions('before'),
    dependsOn: 'field',
  },
  {
    key: 'became',
    labelKey: 'audit.field.became',
    shape: 'set',
    options: valueOptions('after'),
    dependsOn: 'field',
  },
];

const isOutcome = (text: string): text is AuditOutcome => (AUDIT_OUTCOMES as readonly string[]).includes(text);

/** The chosen filters as input of the API; null if none is chosen. */
export function auditFilterInput(filters: Readonly<Record<string, FilterValue>>): AuditFilter | null {
  const { record, field, occurred } = filters;
  const mayBeAnytime = field === undefined || record !== undefined;
  return chosenInput({
    person: setInput(filters['person'], personOfCode),
    action: setInput(filters['action'], actionOfCode),
    kind: setInput(filters['kind'], (kind) => kind),
    record: record?.kind === 'text' ? { in: [record.text] } : undefined,
    outcome: setInput(filters['outcome'], (text) => (isOutcome(text) ? text : null)),
    field: setInput(field, actionOfCode),
    was: setInput(filters['was'], personOfCode),
    became: setInput(filters['became'], personOfCode),
    occurred: instantInput(occurred) ?? (mayBeAnytime ? undefined : { withinDays: FIELD_DAYS }),
  }) as AuditFilter | null;
}

/** Input for one line per job. Events of a record, or of a field, are listed one by one. */
export function lineFilterInput(filters: Readonly<Record<string, FilterValue>>): AuditFilter | null {
  const input = auditFilterInput(filters);
  return input?.record || input?.field ? input : { ...input, isFurther: false };
}
