import { GIVEAWAY_PRIZE_KINDS, GIVEAWAY_STATES, giveawayRecord } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { formatInstant } from '../../../lib/format/dates.ts';
import { idsOf } from '../../../lib/format/id-text.ts';
import { isolatedList } from '../../../lib/format/isolated.ts';
import type { CellFormats } from '../../../listing/list-definition.ts';
import { entityLabels } from '../../../records/entity-labels.ts';
import { type EntityWords, useEntityWords } from '../../../records/entity-words.ts';
import { useChoices } from '../../../records/fields/choices.ts';
import type { FieldValue } from '../../../records/form/record-merge.ts';
import { segmentChoices } from '../../segment/public.ts';
import { countryWords } from '../giveaway-choices.ts';
import { textOf } from './giveaway-terms.ts';
import { prizeTitle } from './prize-words.ts';

/** Labels of a giveaway's fields, including those that only the history has. */
const FIELDS = {
  ...entityLabels(giveawayRecord, (field) => `giveaway.field.${field}`),
  prizes: 'giveaway.field.prizes',
  prizePictures: 'giveaway.field.prizePictures',
  countryCodes: 'giveaway.field.countryCodes',
  stateReason: 'giveaway.field.stateReason',
  newYork: 'giveaway.registration.new-york',
  florida: 'giveaway.registration.florida',
  registrationNewYork: 'giveaway.registration.new-york',
  registrationFlorida: 'giveaway.registration.florida',
  rulesHash: 'giveaway.field.rulesHash',
  seedCommitment: 'giveaway.field.seedCommitment',
  isSeedKeyOutsideDatabase: 'giveaway.field.isSeedKeyOutsideDatabase',
  escrowPoints: 'giveaway.escrow.title',
} as const satisfies Readonly<Record<string, MessageKey>>;

const PRIZE_FIELDS = {
  titleI18n: 'giveaway.prize.title',
  quantity: 'giveaway.prize.quantity',
  kind: 'giveaway.prize.kind',
  points: 'giveaway.prize.each-points',
  campaignId: 'giveaway.prize.campaign',
  valueMinor: 'giveaway.prize.value',
  currency: 'giveaway.prize.currency',
  imageUrl: 'giveaway.field.image',
} as const satisfies Readonly<Record<string, MessageKey>>;

const isIn = <Value extends string>(values: readonly Value[], value: string): value is Value =>
  (values as readonly string[]).includes(value);

function wordsOf(field: string, value: FieldValue, formats: CellFormats): string | undefined {
  const { t, locale } = formats;
  if (typeof value !== 'string') return undefined;
  switch (field) {
    case 'state':
      return isIn(GIVEAWAY_STATES, value) ? t(`giveaway.state.${value}`) : value;
    case 'opensAt':
    case 'closesAt':
    case 'drawAt':
      return formatInstant(value, formats) ?? value;
    case 'countryCodes':
      return countryWords(idsOf(value), locale);
    default:
      return field.endsWith('.kind') && isIn(GIVEAWAY_PRIZE_KINDS, value)
        ? t(`giveaway.prize.kind.${value}`)
        : undefined;
  }
}

const SAID = { fields: FIELDS, wordsOf } as const;

interface HistoryPrize {
  readonly titleI18n?: Readonly<Record<string, string>>;
  readonly quantity?: number;
}

/** Labels of giveaways for forms, conflicts and history. */
export function useGiveawayWords(): EntityWords {
  const { t, locale, language } = useMessages();
  const words = useEntityWords<never>(SAID, null);
  const segments = useChoices(segmentChoices);
  return useMemo(
    () => ({
      ...words,
      labelOf: (field) => {
        const prize = /^prizes\.(\d+)\.([A-Za-z0-9]+)/.exec(field);
        if (prize === null) return words.labelOf(field);
        const key = PRIZE_FIELDS[prize[2] as keyof typeof PRIZE_FIELDS];
        return key === undefined ? words.labelOf('prizes') : t(key);
      },
      wordsOf: (field, value) => {
        // The history has whole lists, as the API takes them.
        if (Array.isArray(value) && field === 'countryCodes') return countryWords(value.map(String), locale);
        if (Array.isArray(value) && field === 'prizes') {
          const prizes = (value as readonly HistoryPrize[]).map(({ titleI18n, quantity }) =>
            prizeTitle(
              { title: textOf(titleI18n ?? null, language) ?? t('giveaway.prize.untitled'), quantity: quantity ?? 1 },
              { t, locale },
            ),
          );
          return isolatedList(prizes, locale);
        }
        if (Array.isArray(value) && field === 'prizePictures' && value.length > 0) {
          const titles = (value as readonly Readonly<Record<string, string>>[]).map((title) => textOf(title, language));
          return isolatedList(
            titles.map((title) => title ?? t('giveaway.prize.untitled')),
            locale,
          );
        }
        if (field === 'segmentId')
          return segments.find(({ value: id }) => id === value)?.label ?? words.wordsOf(field, value);
        return words.wordsOf(field, value);
      },
    }),
    [words, segments, t, locale, language],
  );
}
