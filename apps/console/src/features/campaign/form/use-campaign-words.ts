import {
  CAMPAIGN_CODE_MODES,
  CAMPAIGN_REWARDS,
  CAMPAIGN_STATES,
  campaignRecord,
  currencyExponent,
} from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { formatInstant } from '../../../lib/format/dates.ts';
import { durationWords } from '../../../lib/format/duration.ts';
import { formatNumber } from '../../../lib/format/formats.ts';
import { idsOf } from '../../../lib/format/id-text.ts';
import { isolated, isolatedList } from '../../../lib/format/isolated.ts';
import { decimalText, formatBasisPoints, formatMoney } from '../../../lib/format/money.ts';
import type { CellFormats } from '../../../listing/list-definition.ts';
import { entityLabels } from '../../../records/entity-labels.ts';
import { type EntityWords, useEntityWords } from '../../../records/entity-words.ts';
import { useChoices } from '../../../records/fields/choices.ts';
import type { FieldValue } from '../../../records/form/record-merge.ts';
import { segmentChoices } from '../../segment/public.ts';
import { useStreamers } from '../campaign-choices.ts';

/** Labels of a campaign's fields, including those that only the history has. */
const FIELDS = {
  ...entityLabels(campaignRecord, (field) => `campaign.field.${field}`),
  storeIds: 'campaign.field.storeIds',
  areaIds: 'campaign.field.areaIds',
  streamers: 'campaign.field.streamers',
  stateReason: 'campaign.field.stateReason',
} as const satisfies Readonly<Record<string, MessageKey>>;

const isIn = <Value extends string>(values: readonly Value[], value: string): value is Value =>
  (values as readonly string[]).includes(value);

function wordsOf(field: string, value: FieldValue, formats: CellFormats): string | undefined {
  const { t, locale } = formats;
  if (field === 'reservationSeconds' && typeof value === 'number') return durationWords(value * 1_000, formats);
  if (field === 'percentBp' && typeof value === 'number') return formatBasisPoints(value, locale);
  if (typeof value !== 'string') return undefined;
  switch (field) {
    case 'rewardType':
      return isIn(CAMPAIGN_REWARDS, value) ? t(`campaign.reward.${value}`) : value;
    case 'codeMode':
      return isIn(CAMPAIGN_CODE_MODES, value) ? t(`campaign.mode.${value}`) : value;
    case 'state':
      return isIn(CAMPAIGN_STATES, value) ? t(`campaign.status.${value}`) : value;
    case 'startsAt':
    case 'endsAt':
      return formatInstant(value, formats) ?? value;
    case 'storeIds':
      return t('campaign.value.stores', { count: idsOf(value).length });
    case 'areaIds':
      return t('campaign.value.areas', { count: idsOf(value).length });
    default:
      return undefined;
  }
}

const SAID = { fields: FIELDS, wordsOf } as const;
const MONEY: readonly string[] = ['maxDiscountMinor', 'amountMinor', 'minOrderMinor', 'budgetMinor'];

/**
 * Labels of campaigns for forms, conflicts and history: partners by name, money with the decimals of the campaign's
 * currency.
 */
export function useCampaignWords(partnerNames?: ReadonlyMap<string, string>, currency?: string | null): EntityWords {
  const { t, locale } = useMessages();
  const words = useEntityWords<never>(SAID, null);
  const streamers = useStreamers();
  const segments = useChoices(segmentChoices);
  return useMemo(() => {
    const nameOf = (id: string) => streamers.find((each) => each.id === id)?.displayName ?? partnerNames?.get(id) ?? id;
    return {
      ...words,
      labelOf: (field) => {
        const [root, id, part] = field.split('.');
        if (root !== 'streamers' || id === undefined) return words.labelOf(field);
        const name = isolated(nameOf(id));
        if (part === 'sharedCode') return t('campaign.partner.code-of', { name });
        return t(part === 'couponQuota' ? 'campaign.partner.quota-of' : 'campaign.partner.commission-of', { name });
      },
      wordsOf: (field, value) => {
        if (field.endsWith('.commissionBp') && typeof value === 'number') return formatBasisPoints(value, locale);
        if (MONEY.includes(field) && typeof value === 'number') {
          if (currency) return formatMoney(value, currency, locale);
          const exponent = currencyExponent('');
          return formatNumber(decimalText(value, exponent) as Intl.StringNumericLiteral, locale, {
            minimumFractionDigits: exponent,
          });
        }
        // The history has whole lists, as the API takes them.
        if (Array.isArray(value) && (field === 'storeIds' || field === 'areaIds'))
          return words.wordsOf(field, value.join(' '));
        if (Array.isArray(value) && field === 'streamers') {
          const names = value.map((each: { readonly streamerId?: string }) => nameOf(each.streamerId ?? ''));
          return names.length === 0 ? t('listing.value.empty') : isolatedList(names, locale);
        }
        if (field === 'segmentId')
          return segments.find(({ value: id }) => id === value)?.label ?? words.wordsOf(field, value);
        return words.wordsOf(field, value);
      },
    };
  }, [words, segments, streamers, partnerNames, currency, t, locale]);
}
