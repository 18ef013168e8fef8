import { type LocalizedText, textIn } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { MessagesHook } from '@backcounter/i18n/react';
import { formatExact } from '@backcounter/ui';
import { isolatedList } from '../../lib/format/isolated.ts';
import { UUID, withoutIds } from '../../lib/format/machine-id.ts';
import { placeOfZone } from '../../lib/format/zoned-words.ts';

/** Fields of the trail that belong to no form: parts of records, counts, saved views. */
const OTHER_FIELDS: Readonly<Record<string, MessageKey>> = {
  account: 'audit.kind.account',
  batch: 'coupon.field.batch',
  campaign: 'audit.kind.campaign',
  clientId: 'machine-client.field.clientId',
  columns: 'listing.columns.title',
  coupons: 'campaign.field.coupons',
  density: 'listing.columns.density',
  entry: 'audit.change.entry',
  events: 'audit.change.events',
  filters: 'audit.change.filters',
  keys: 'audit.change.texts',
  name: 'crud.field.name',
  position: 'crud.field.position',
  points: 'account.field.points',
  refusal: 'crud.field.refusal',
  refused: 'audit.change.refused',
  scope: 'audit.change.scope',
  search: 'audit.change.search',
  sort: 'listing.sort.by',
  state: 'crud.field.state',
  stateReason: 'account.field.stateReason',
  replacedBy: 'coupon.field.replacedBy',
  streamerId: 'coupon.field.streamer',
  transfer: 'points.field.transferId',
  transfers: 'audit.change.transfers',
  validFrom: 'coupon.field.validFrom',
  validUntil: 'coupon.field.validUntil',
  widths: 'audit.change.widths',
};

/** Values of the trail that no form has: states of parts of records, and choices. */
const OTHER_VALUES: Readonly<Record<string, MessageKey>> = {
  ACTIVE: 'coupon.status.ACTIVE',
  CLAIMED: 'giveaway.winner.state.CLAIMED',
  CONFIRMED: 'coupon.redemption.state.CONFIRMED',
  DISABLED: 'coupon.status.DISABLED',
  DISQUALIFIED: 'giveaway.entry.state.DISQUALIFIED',
  DRAWN: 'giveaway.winner.state.DRAWN',
  FORFEITED: 'giveaway.winner.state.FORFEITED',
  FULFILLED: 'giveaway.winner.state.FULFILLED',
  IN_A_DAY: 'machine-client.secret.ends-in-a-day',
  NOTIFIED: 'giveaway.winner.state.NOTIFIED',
  NOW: 'machine-client.secret.ends-now',
  PERSONAL: 'listing.views.for-PERSONAL',
  PROMOTED: 'giveaway.winner.state.PROMOTED',
  RELEASED: 'coupon.redemption.state.RELEASED',
  RESERVED: 'coupon.redemption.state.RESERVED',
  ROLLED_BACK: 'coupon.redemption.state.ROLLED_BACK',
  TEAM: 'listing.views.for-TEAM',
  UNUSED: 'giveaway.winner.state.UNUSED',
  VALID: 'giveaway.entry.state.VALID',
  WITHDRAWN: 'giveaway.entry.state.WITHDRAWN',
};

/** Most names of a list that are worth reading; a longer one is counted. */
const NAMES_SHOWN = 5;
const CODE = /^[a-z][A-Za-z]*$/;
const ZONE_FIELD = /timezone$/iu;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const ownOf = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The label of a changed field; a field that has none is not named by its code. */
export function changedField(field: string, label: string, { t }: Pick<MessagesHook, 't'>): string {
  if (label !== field || !CODE.test(field)) return label;
  return t(ownOf(OTHER_FIELDS, field) ?? 'records.history.other-field');
}

/** A value of a change for people: records by name, never an id, a constant or JSON. */
export function changedValue(
  { field, names }: { readonly field: string; readonly names?: unknown },
  value: unknown,
  wordsOf: (field: string, value: unknown) => string,
  { t, locale, timeZone }: Pick<MessagesHook, 't' | 'locale' | 'timeZone'>,
): string {
  const other = t('records.history.other-record');
  const nameOf = (id: string): string => {
    const name = ownOf((names ?? {}) as Readonly<Record<string, string | LocalizedText>>, id);
    return (typeof name === 'object' ? textIn(name, locale) : name) ?? other;
  };
  const named = (part: unknown): unknown => {
    if (typeof part === 'string') return UUID.test(part) && part.length === 36 ? nameOf(part) : part;
    if (Array.isArray(part)) return part.map(named);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, named(inner)]));
  };
  const isListOfIds = Array.isArray(value) && value.length > 0 && value.every((id) => UUID.test(String(id)));
  if (isListOfIds) return value.length > NAMES_SHOWN ? wordsOf(field, value) : isolatedList(value.map(nameOf), locale);
  const words = wordsOf(field, named(value));
  const key = words === value ? ownOf(OTHER_VALUES, words) : undefined;
  if (key !== undefined) return t(key);
  if (ZONE_FIELD.test(field)) return placeOfZone(words);
  if (INSTANT.test(words)) return formatExact(new Date(words), { locale, timeZone });
  return /^[[{]/.test(words) ? t('records.history.other-value') : withoutIds(words, other);
}
