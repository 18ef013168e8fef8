import { GIVEAWAY_LIMITS, type GiveawayPrizeKind, type GiveawayTerms, giveawayRecord } from '@backcounter/domain';
import { idsOf, idText } from '../../../lib/format/id-text.ts';
import { emptyValues, type FormValues, formInput, formValues, valueAt } from '../../../records/form/field-map.ts';
import type { FieldValue, FieldValues } from '../../../records/form/record-merge.ts';

/** A prize, as in the API. */
export interface PrizeTerms {
  readonly rank: number;
  readonly titleI18n: Readonly<Record<string, string>>;
  readonly quantity: number;
  readonly kind: string;
  readonly points?: number | null;
  readonly campaignId?: string | null;
  readonly valueMinor?: number | null;
  readonly currency?: string | null;
  readonly imageUrl?: string | null;
}

/** The editable fields of a giveaway, as in the API. */
export interface GiveawayRecordTerms {
  readonly storeId: string | null;
  readonly segmentId: string | null;
  readonly countryCodes: readonly string[];
  readonly prizeTerms: readonly PrizeTerms[];
}

/** The values of prizes, under their slots. */
type PrizeValues = {
  readonly [path: `prizes.${number}.titleI18n.${string}`]: string | null;
  readonly [path: `prizes.${number}.kind`]: GiveawayPrizeKind | null;
  readonly [path: `prizes.${number}.${'campaignId' | 'currency' | 'imageUrl'}`]: string | null;
  readonly [path: `prizes.${number}.${'quantity' | 'points' | 'valueMinor'}`]: number | string | null;
};

/** Values of the giveaway form. */
export type GiveawayValues = FormValues<typeof giveawayRecord.fields> & {
  readonly countryCodes: string | null;
} & PrizeValues;

const PRIZE_FIELDS = ['kind', 'quantity', 'points', 'campaignId', 'valueMinor', 'currency', 'imageUrl'] as const;
/** Fields that only one kind of prize has. */
const OF_KIND: Readonly<Record<string, string>> = { points: 'POINTS', campaignId: 'COUPON' };
const DRAW_AFTER_MS = GIVEAWAY_LIMITS.drawAfterMinutes * 60_000;

/** Name of a prize's field in the form. A slot stays with its prize; the order of slots is the order of ranks. */
export const prizeField = <Field extends string>(slot: number, field: Field) => `prizes.${slot}.${field}` as const;

const slotOf = (field: string): number | null => {
  const slot = /^prizes\.(\d+)\./.exec(field)?.[1];
  return slot === undefined ? null : Number(slot);
};

/** Values of an empty prize. */
export function newPrizeValues(slot: number): PrizeValues {
  return {
    [prizeField(slot, 'titleI18n.en-US')]: null,
    [prizeField(slot, 'kind')]: 'PHYSICAL',
    [prizeField(slot, 'quantity')]: 1,
    [prizeField(slot, 'points')]: null,
    [prizeField(slot, 'campaignId')]: null,
    [prizeField(slot, 'valueMinor')]: null,
    [prizeField(slot, 'currency')]: null,
    [prizeField(slot, 'imageUrl')]: null,
  } as PrizeValues;
}

function prizeValues(slot: number, prize: PrizeTerms): PrizeValues {
  const titles = Object.entries(prize.titleI18n).map(([tag, text]) => [prizeField(slot, `titleI18n.${tag}`), text]);
  const plain = PRIZE_FIELDS.map((field) => [prizeField(slot, field), prize[field] ?? null]);
  return { ...newPrizeValues(slot), ...Object.fromEntries([...titles, ...plain]) };
}

/** Values of an empty form. */
export function newGiveawayValues(timezone: string, claimDays: number | null): GiveawayValues {
  return {
    ...emptyValues(giveawayRecord.fields),
    ...newPrizeValues(1),
    countryCodes: null,
    minAge: 18,
    maxTicketsPerAccount: 1,
    entryCostPoints: 0,
    timezone,
    alternates: GIVEAWAY_LIMITS.alternatesDefault,
    claimDays,
  };
}

/** A giveaway as form values: one per field, those of a prize under its slot. */
export function giveawayFormValues(record: object & GiveawayRecordTerms): GiveawayValues {
  return {
    ...formValues(record, giveawayRecord.fields),
    countryCodes: idText(record.countryCodes),
    ...prizesOf(record.prizeTerms),
  };
}

function prizesOf(prizes: readonly PrizeTerms[]): PrizeValues {
  const byRank = [...prizes].sort((one, other) => one.rank - other.rank);
  return Object.assign({}, ...byRank.map((prize, place) => prizeValues(place + 1, prize)));
}

/** Slots of the prizes in the form, in the order of their ranks. */
export function prizeSlots(values: GiveawayValues): readonly number[] {
  return Object.entries(values)
    .flatMap(([field, value]) => {
      const slot = field.endsWith('.kind') ? slotOf(field) : null;
      return slot !== null && value !== null ? [slot] : [];
    })
    .sort((one, other) => one - other);
}

/** Values that remove a prize from the form. */
export function withoutPrize(values: GiveawayValues, slot: number): PrizeValues {
  return Object.fromEntries(Object.keys(values).flatMap((field) => (slotOf(field) === slot ? [[field, null]] : [])));
}

/** Values that swap two prizes. */
export function withPrizesSwapped(values: FieldValues, one: number, other: number): PrizeValues {
  const partsOf = (slot: number) =>
    Object.keys(values).flatMap((field) => (slotOf(field) === slot ? [field.slice(prizeField(slot, '').length)] : []));
  const parts = new Set([...partsOf(one), ...partsOf(other)]);
  const swapped = Object.fromEntries(
    [...parts].flatMap((part): (readonly [string, FieldValue])[] => [
      [prizeField(one, part), values[prizeField(other, part)] ?? null],
      [prizeField(other, part), values[prizeField(one, part)] ?? null],
    ]),
  );
  return swapped as PrizeValues;
}

/** The prizes as input of the API; fields of another kind are null. */
function prizesInput(values: GiveawayValues): readonly PrizeTerms[] {
  return prizeSlots(values).map((slot, place) => {
    const kind = values[prizeField(slot, 'kind')];
    const isMeant = (field: string) => OF_KIND[field] === undefined || OF_KIND[field] === kind;
    const plain = PRIZE_FIELDS.map((field) => [
      field,
      isMeant(field) ? valueAt(values, prizeField(slot, field)) : null,
    ]);
    return {
      ...Object.fromEntries(plain),
      rank: place + 1,
      titleI18n: valueAt(values, prizeField(slot, 'titleI18n')),
    } as PrizeTerms;
  });
}

/** The whole giveaway as input of the API. */
export function giveawayInput(values: GiveawayValues) {
  return {
    ...formInput(values, giveawayRecord.fields),
    countryCodes: idsOf(values.countryCodes),
    prizes: prizesInput(values),
  };
}

/** Form values as the rules between fields take them. A missing instant is set to one that breaks no rule. */
export function giveawayTerms(values: GiveawayValues): GiveawayTerms {
  const { countryCodes, prizes, ...input } = giveawayInput(values);
  const time = (instant: string | null) => (instant === null ? null : Date.parse(instant));
  const [opens, closes, draw] = [time(input.opensAt), time(input.closesAt), time(input.drawAt)];
  const closesAt = closes ?? (draw === null ? (opens ?? Date.UTC(2001)) + 1 : draw - DRAW_AFTER_MS);
  return {
    countryCodes,
    prizes,
    opensAt: new Date(opens ?? closesAt - 1),
    closesAt: new Date(closesAt),
    drawAt: new Date(draw ?? closesAt + DRAW_AFTER_MS),
  } as GiveawayTerms;
}

/** Replaces the list index of a prize in rules and errors by its slot: `prizes.0.points` -> `prizes.1.points`. */
export function bySlot<Value>(
  fields: Readonly<Record<string, Value>>,
  values: GiveawayValues,
): Readonly<Record<string, Value>> {
  const slots = prizeSlots(values);
  return Object.fromEntries(
    Object.entries(fields).map(([path, value]) => [
      path.replace(/(^|\.)prizes\.(\d+)/, (whole, before: string, place: string) => {
        const slot = slots[Number(place)];
        return slot === undefined ? whole : `${before}prizes.${slot}`;
      }),
      value,
    ]),
  );
}

/** The giveaway of a conflict, with its lists as form values; lists that it does not carry are omitted. */
export function currentTerms(current: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { countryCodes, prizes, ...plain } = current;
  const prefix = 'prizes.'.length;
  return {
    ...plain,
    ...(Array.isArray(countryCodes) ? { countryCodes: idText(countryCodes.map(String)) } : {}),
    ...(Array.isArray(prizes)
      ? {
          prizes: Object.fromEntries(
            Object.entries(prizesOf(prizes as readonly PrizeTerms[])).map(([field, value]) => [
              field.slice(prefix),
              value,
            ]),
          ),
        }
      : {}),
  };
}
