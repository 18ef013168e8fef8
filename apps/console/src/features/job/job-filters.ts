import { JOB_KINDS, JOB_STATES, type JobState } from '@backcounter/domain';
import type { JobFilter } from '../../generated/graphql.ts';
import { chosenInput, instantInput, setInput } from '../../listing/filter/filter-input.ts';
import type { FilterValue } from '../../listing/filter/filter-value.ts';
import type { ListFilter } from '../../listing/list-definition.ts';

/** Dots part the values of a filter in the address; kinds have no underscore. */
const kindCode = (kind: string) => kind.replaceAll('.', '_');
const kindOfCode = (code: string) => code.replaceAll('_', '.');

const isState = (text: string): text is JobState => (JOB_STATES as readonly string[]).includes(text);

/** Filters of jobs; each has an index on the server. */
export const jobFilters: readonly ListFilter[] = [
  {
    key: 'state',
    labelKey: 'job.field.state',
    shape: 'set',
    options: ({ t }) => Promise.resolve(JOB_STATES.map((value) => ({ value, label: t(`job.state.${value}`) }))),
  },
  {
    key: 'kind',
    labelKey: 'job.field.kind',
    shape: 'set',
    options: ({ t }) =>
      Promise.resolve(JOB_KINDS.map((kind) => ({ value: kindCode(kind), label: t(`job.kind.${kind}`) }))),
  },
  { key: 'created', labelKey: 'job.field.created', shape: 'instant' },
];

/** The chosen filters as the API takes them; null while nothing is chosen. */
export function jobFilterInput(filters: Readonly<Record<string, FilterValue>>): JobFilter | null {
  return chosenInput({
    state: setInput(filters['state'], (text) => (isState(text) ? text : null)),
    kind: setInput(filters['kind'], kindOfCode),
    created: instantInput(filters['created']),
  }) as JobFilter | null;
}
