import { ACCOUNT_STATES } from '@backcounter/domain';
import type { AccountFilter, AccountState } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { compareIn } from '../../lib/format/formats.ts';
import { accountFields } from '../../lib/record/record-fields.ts';
import { recordFilterInput, recordFilters } from '../../listing/columns/record-columns.tsx';
import { chosenInput, flagInput, instantInput, setInput } from '../../listing/filter/filter-input.ts';
import type { FilterValue } from '../../listing/filter/filter-value.ts';
import type { FilterOption, ListFilter, OptionContext } from '../../listing/list-definition.ts';
import { accountAreasQuery, accountCountriesQuery } from './account.operations.ts';
import { accountLabelKey } from './account-label-key.ts';

const byLabel = (locale: string) => {
  const compare = compareIn(locale);
  return (a: FilterOption, b: FilterOption) => compare(a.label, b.label);
};

async function countryOptions({ locale, signal }: OptionContext): Promise<readonly FilterOption[]> {
  const { countries } = await load(accountCountriesQuery, { locale }, signal);
  return countries.map(({ code, name }) => ({ value: code, label: name, code })).sort(byLabel(locale));
}

async function areaOptions({ locale, signal, filters }: OptionContext): Promise<readonly FilterOption[]> {
  const { country } = filters;
  const countryCodes = country?.kind === 'set' && country.mode === 'in' ? [...country.values] : null;
  const { areas } = await load(accountAreasQuery, { countryCodes, locale }, signal);
  return areas
    .map(({ id, name, countryCode }) => ({ value: id, label: name, code: countryCode }))
    .sort(byLabel(locale));
}

// Loaded when such a filter is opened; the first list does not need them.
const relatedOptions = () => import('./account-filter-options.ts');

/** Filters on an account's fields. The server decides which of them a person gets. */
export const accountFilters: readonly ListFilter[] = [
  {
    key: 'state',
    labelKey: 'account.field.state',
    shape: 'set',
    options: ({ t }) =>
      Promise.resolve(ACCOUNT_STATES.map((state) => ({ value: state, label: t(`account.state.${state}`) }))),
  },
  { key: 'country', labelKey: 'account.field.country', shape: 'set', options: countryOptions },
  { key: 'area', labelKey: 'account.field.area', shape: 'set', options: areaOptions, dependsOn: 'country' },
  {
    key: 'badge',
    labelKey: 'account.field.badge',
    shape: 'set',
    options: async (context) => (await relatedOptions()).badgeOptions(context),
  },
  {
    key: 'topic',
    labelKey: 'account.field.topic',
    shape: 'set',
    options: async (context) => (await relatedOptions()).topicOptions(context),
  },
  ...recordFilters(accountFields, accountLabelKey),
  { key: 'emailVerified', labelKey: 'account.field.emailVerified', shape: 'flag' },
  { key: 'hasEmail', labelKey: 'account.filter.hasEmail', shape: 'flag' },
  { key: 'hasPhone', labelKey: 'account.filter.hasPhone', shape: 'flag' },
  { key: 'lastSeen', labelKey: 'account.field.lastSeen', shape: 'instant', mayBeEmpty: true },
  { key: 'created', labelKey: 'account.field.created', shape: 'instant' },
  {
    key: 'segment',
    labelKey: 'shell.page.segment',
    shape: 'set',
    options: async (context) => (await relatedOptions()).segmentOptions(context),
  },
  { key: 'pasted', labelKey: 'listing.filter.pasted', shape: 'set' },
  { key: 'online', labelKey: 'account.field.online', shape: 'flag' },
];

const isAccountState = (value: string): value is AccountState => (ACCOUNT_STATES as readonly string[]).includes(value);
const asIs = (value: string) => (value === '' ? null : value);

/** The chosen filters as input of the API; null if none is chosen. */
export function accountFilterInput(filters: Readonly<Record<string, FilterValue>>): AccountFilter | null {
  return chosenInput({
    state: setInput(filters['state'], (value) => (isAccountState(value) ? value : null)),
    country: setInput(filters['country'], asIs),
    area: setInput(filters['area'], asIs),
    badge: setInput(filters['badge'], asIs),
    topic: setInput(filters['topic'], asIs),
    ...recordFilterInput(accountFields, filters),
    emailVerified: flagInput(filters['emailVerified']),
    hasEmail: flagInput(filters['hasEmail']),
    hasPhone: flagInput(filters['hasPhone']),
    lastSeen: instantInput(filters['lastSeen']),
    created: instantInput(filters['created']),
    segment: setInput(filters['segment'], asIs),
    pasted: setInput(filters['pasted'], asIs),
    online: flagInput(filters['online']),
  }) as AccountFilter | null;
}
