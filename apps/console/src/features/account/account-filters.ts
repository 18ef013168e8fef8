import { ACCOUNT_STATES } from '@backcounter/domain';
import type { AccountFilter, AccountState } from '../../generated/graphql.ts';
import { request } from '../../lib/graphql-client.ts';
import type { FilterValue, InstantFilterValue, SetFilter } from '../../listing/filter-value.ts';
import type { FilterOption, ListFilter, OptionContext } from '../../listing/list-definition.ts';
import { accountAreasQuery, accountCountriesQuery } from './account.operations.ts';

const byLabel = (locale: string) => {
  const { compare } = new Intl.Collator(locale);
  return (a: FilterOption, b: FilterOption) => compare(a.label, b.label);
};

async function countryOptions({ locale, signal }: OptionContext): Promise<readonly FilterOption[]> {
  const { countries } = await request(accountCountriesQuery, { locale }, { signal, isQuiet: true });
  return countries.map(({ code, name }) => ({ value: code, label: name, code })).sort(byLabel(locale));
}

async function areaOptions({ locale, signal, filters }: OptionContext): Promise<readonly FilterOption[]> {
  const { country } = filters;
  const countryCodes = country?.kind === 'set' && country.mode === 'in' ? [...country.values] : null;
  const { areas } = await request(accountAreasQuery, { countryCodes, locale }, { signal, isQuiet: true });
  return areas
    .map(({ id, name, countryCode }) => ({ value: id, label: name, code: countryCode }))
    .sort(byLabel(locale));
}

/** Filters on what an account itself holds; which of them a person gets is the server's word. */
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
  { key: 'pushConsent', labelKey: 'account.field.pushConsent', shape: 'flag' },
  { key: 'emailVerified', labelKey: 'account.field.emailVerified', shape: 'flag' },
  { key: 'hasEmail', labelKey: 'account.filter.hasEmail', shape: 'flag' },
  { key: 'hasPhone', labelKey: 'account.filter.hasPhone', shape: 'flag' },
  { key: 'lastSeen', labelKey: 'account.field.lastSeen', shape: 'instant', mayBeEmpty: true },
  { key: 'created', labelKey: 'account.field.created', shape: 'instant' },
  { key: 'online', labelKey: 'account.field.online', shape: 'flag' },
];

const flag = (value: FilterValue | undefined) => (value?.kind === 'flag' ? value.value : undefined);
const instant = (value: FilterValue | undefined) => (value?.kind === 'instant' ? instantInput(value) : undefined);
const set = (value: FilterValue | undefined) => (value?.kind === 'set' ? value : undefined);

function instantInput({ range }: InstantFilterValue) {
  if ('withinDays' in range) return { withinDays: range.withinDays };
  if ('isEmpty' in range) return { isEmpty: range.isEmpty };
  return { ...(range.from === null ? {} : { from: range.from }), ...(range.to === null ? {} : { to: range.to }) };
}

function listInput<Value extends string>({ mode, values }: SetFilter, isKnown: (value: string) => value is Value) {
  const known = values.filter(isKnown);
  return mode === 'in' ? { in: known } : { notIn: known };
}

const isAccountState = (value: string): value is AccountState => (ACCOUNT_STATES as readonly string[]).includes(value);
const isAny = (value: string): value is string => value !== '';

/** The chosen filters as the API takes them; null while nothing is chosen. */
export function accountFilterInput(filters: Readonly<Record<string, FilterValue>>): AccountFilter | null {
  const state = set(filters['state']);
  const country = set(filters['country']);
  const area = set(filters['area']);
  const input = {
    state: state && listInput(state, isAccountState),
    country: country && listInput(country, isAny),
    area: area && listInput(area, isAny),
    pushConsent: flag(filters['pushConsent']),
    emailVerified: flag(filters['emailVerified']),
    hasEmail: flag(filters['hasEmail']),
    hasPhone: flag(filters['hasPhone']),
    lastSeen: instant(filters['lastSeen']),
    created: instant(filters['created']),
    online: flag(filters['online']),
  };
  const chosen = Object.entries(input).filter(([, value]) => value !== undefined);
  return chosen.length === 0 ? null : (Object.fromEntries(chosen) as AccountFilter);
}
