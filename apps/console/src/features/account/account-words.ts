import type { RevealPurpose } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { MessagesHook } from '@backcounter/i18n/react';
import { formatDay, formatInstant } from '../../lib/format/dates.ts';
import { formatNumber, namesIn } from '../../lib/format/formats.ts';
import { accountFields } from '../../lib/record/record-fields.ts';
import type { FieldValue } from '../../records/form/record-merge.ts';
import { REFUSAL_FIELD, refusalWords } from '../../records/refusal-words.ts';
import { accountLabelKey } from './account-label-key.ts';

/**
 * Fields with their own place in the form and on the page. Other fields follow those of their group, rendered by kind.
 */
export const DRAWN_FIELDS: readonly string[] = [
  'displayName',
  'email',
  'phone',
  'countryCode',
  'areaId',
  'locale',
  'timezone',
  'birthDate',
  'pushConsent',
] satisfies (keyof typeof accountFields)[];

/** Other fields of the history. */
const FIELD_KEYS = {
  emailVerified: 'account.field.emailVerified',
  state: 'account.field.state',
  stateReason: 'account.field.stateReason',
  suspendedUntil: 'account.field.suspendedUntil',
  picture: 'account.field.picture',
  points: 'account.field.points',
  topic: 'account.field.topic',
  badge: 'account.field.badge',
  awardNote: 'account.field.awardNote',
  note: 'account.field.note',
  notes: 'account.field.notes',
  card: 'account.field.card',
  device: 'account.field.device',
  devices: 'account.field.devices',
  privacyRequest: 'account.field.privacyRequest',
  purpose: 'account.field.purpose',
  refusal: 'crud.field.refusal',
} as const satisfies Record<string, MessageKey>;

const STATE_KEYS = {
  ACTIVE: 'account.state.ACTIVE',
  SUSPENDED: 'account.state.SUSPENDED',
  CLOSED: 'account.state.CLOSED',
  ERASED: 'account.state.ERASED',
} as const satisfies Record<string, MessageKey>;

const PURPOSE_KEYS = {
  SUPPORT_REQUEST: 'account.purpose.SUPPORT_REQUEST',
  DELIVERY: 'account.purpose.DELIVERY',
  FRAUD_CHECK: 'account.purpose.FRAUD_CHECK',
  LEGAL_REQUEST: 'account.purpose.LEGAL_REQUEST',
  OTHER: 'account.purpose.OTHER',
} as const satisfies Record<RevealPurpose, MessageKey>;

const has = <Known extends object>(known: Known, key: string): key is Extract<keyof Known, string> =>
  Object.hasOwn(known, key);

/** Labels of an account's fields, values and events. */
export function accountWords({ t, locale, timeZone }: MessagesHook, areaName?: (id: string) => string | undefined) {
  const style = { locale, timeZone };
  const countries = namesIn(locale, { type: 'region' });
  const empty = t('listing.value.empty');
  const wordsOf = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return empty;
    if (typeof value === 'boolean') return t(value ? 'listing.filter.yes' : 'listing.filter.no');
    if (typeof value === 'number') return formatNumber(value, locale);
    if (typeof value !== 'string') return JSON.stringify(value);
    switch (field) {
      case 'countryCode':
        return /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? value) : value;
      case 'areaId':
        return areaName?.(value) ?? value;
      case 'suspendedUntil':
        return formatInstant(value, style) ?? value;
      case REFUSAL_FIELD:
        return refusalWords(value, { t }) ?? value;
      case 'state':
        return has(STATE_KEYS, value) ? t(STATE_KEYS[value]) : value;
      case 'purpose':
        return has(PURPOSE_KEYS, value) ? t(PURPOSE_KEYS[value]) : value;
      default:
        return has(accountFields, field) && accountFields[field].kind === 'DATE'
          ? (formatDay(value, style) ?? value)
          : value;
    }
  };
  return {
    labelOf: (field: string) => {
      if (has(accountFields, field)) return t(accountLabelKey(field));
      return has(FIELD_KEYS, field) ? t(FIELD_KEYS[field]) : field;
    },
    wordsOf: wordsOf as (field: string, value: FieldValue | unknown) => string,
  };
}
