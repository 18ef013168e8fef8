import { CAMPAIGN_CODE_MODES, CAMPAIGN_LIMITS, CAMPAIGN_REWARDS, currencyExponent } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { load } from '../../../lib/api/graphql-client.ts';
import { ChosenMany } from '../../../records/fields/chosen-many.tsx';
import { ZoneField } from '../../../records/fields/entity-fields.tsx';
import { InstantField } from '../../../records/fields/instant-field.tsx';
import { OpenField } from '../../../records/fields/open-field.tsx';
import { fieldOf } from '../../../records/form/field-map.ts';
import { LocalizedField } from '../../../records/form/localized-field.tsx';
import { LongField } from '../../../records/form/long-field.tsx';
import { NumberField } from '../../../records/form/number-field.tsx';
import { codeAfter } from '../../../records/form/proposed-code.ts';
import { ChoiceField, type FieldOf, FlagField, TextField } from '../../../records/form/record-form.tsx';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import { SegmentField } from '../../segment/public.tsx';
import { campaignAreasQuery, campaignStoresQuery } from '../campaign.operations.ts';
import { useCurrencies } from '../campaign-choices.ts';
import { isOver } from '../campaign-window.ts';
import type { CampaignValues } from './campaign-form-values.ts';

interface StepFieldsProps {
  readonly form: RecordFormState<CampaignValues>;
  readonly labelOf: (field: string) => string;
  /** Reports whether a field can still be changed. */
  readonly isOpen: (field: string) => boolean;
}

/** Name and description. */
export function BasicsFields({ form, labelOf, isOpen }: StepFieldsProps) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  return (
    <>
      <TextField
        {...field('name')}
        maxLength={CAMPAIGN_LIMITS.nameMaxLength}
        onSet={(name) => {
          const code = isOpen('code') ? codeAfter(form.values.name, form.values.code, name) : null;
          if (code !== null) form.set('code', code);
        }}
      />
      <OpenField isOpen={isOpen('code')}>
        <TextField
          {...field('code')}
          hint={t('campaign.edit.code-hint')}
          maxLength={24}
          isLatin
          asTyped={(text) => text.toUpperCase().replaceAll(' ', '-')}
        />
      </OpenField>
      <LongField
        {...field('description')}
        hint={t('campaign.edit.description-hint')}
        maxLength={CAMPAIGN_LIMITS.descriptionMaxLength}
      />
    </>
  );
}

const MONEY = ['amountMinor', 'maxDiscountMinor', 'minOrderMinor', 'budgetMinor'] as const;

type NumberName = FieldOf<CampaignValues, number | string | null>;

/** The reward of a code, and the orders to which it applies. */
export function RewardFields({ form, labelOf, isOpen }: StepFieldsProps) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  const currencies = useCurrencies();
  const { currency, rewardType: reward } = form.values;
  const unit = currency ?? '';
  const exponent = currencyExponent(unit);
  const money = (name: (typeof MONEY)[number], hint?: string) => (
    <NumberField
      key={`${name} ${unit}`}
      form={form}
      name={name}
      label={labelOf(name)}
      unit={unit}
      exponent={exponent}
      {...(hint === undefined ? {} : { hint })}
    />
  );
  // "5" stays 5 in any currency, although the number of minor units differs.
  const keepAmounts = (chosen: string | null) => {
    const shift = 10 ** (currencyExponent(chosen ?? '') - exponent);
    for (const each of MONEY) {
      const minor = form.values[each];
      if (typeof minor === 'number' && shift !== 1) form.set(each, Math.max(1, Math.round(minor * shift)));
    }
  };
  return (
    <OpenField isOpen={isOpen('rewardType')}>
      <ChoiceField
        {...field('rewardType')}
        options={CAMPAIGN_REWARDS.map((value) => ({ value, label: t(`campaign.reward.${value}`) }))}
      />
      <ChoiceField
        form={form}
        name="currency"
        onSet={keepAmounts}
        label={labelOf('currency')}
        hint={t('campaign.edit.currency-hint')}
        options={currencies}
        noneLabel={t('campaign.edit.no-currency')}
      />
      {reward === 'PERCENT' ? (
        <div className="bc-form-pair">
          <NumberField {...field('percentBp')} exponent={2} unit="%" />
          {money('maxDiscountMinor', t('campaign.edit.most-hint'))}
        </div>
      ) : null}
      {reward === 'AMOUNT' ? money('amountMinor') : null}
      {reward === 'POINTS' ? <NumberField {...field('points')} /> : null}
      {reward === 'GIFT' ? (
        <LocalizedField {...field('giftTextI18n')} maxLength={CAMPAIGN_LIMITS.giftMaxLength} />
      ) : null}
      {currency === null ? null : money('minOrderMinor', t('campaign.edit.least-hint'))}
      <FlagField {...field('firstOrderOnly')} hint={t('campaign.edit.first-hint')} />
    </OpenField>
  );
}

/** Limits of codes, uses and cost. */
export function LimitFields({ form, labelOf, isOpen }: StepFieldsProps) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  const isShared = form.values.codeMode === 'SHARED';
  const currency = form.values.currency ?? '';
  const reward = form.values.rewardType;
  const number = (name: NumberName, hint?: string, unit?: string) => (
    <OpenField isOpen={isOpen(name)}>
      <NumberField
        form={form}
        name={name}
        label={labelOf(name)}
        {...(hint === undefined ? {} : { hint })}
        {...(unit === undefined ? {} : { unit })}
      />
    </OpenField>
  );
  return (
    <>
      <OpenField isOpen={isOpen('codeMode')}>
        <ChoiceField
          {...field('codeMode')}
          hint={t(isShared ? 'campaign.mode.shared-hint' : 'campaign.mode.unique-hint')}
          options={CAMPAIGN_CODE_MODES.map((value) => ({ value, label: t(`campaign.mode.${value}`) }))}
        />
      </OpenField>
      {isShared ? null : (
        <OpenField isOpen={isOpen('codePrefix')}>
          <TextField {...field('codePrefix')} hint={t('campaign.edit.prefix-hint')} maxLength={8} isLatin />
        </OpenField>
      )}
      <div className="bc-form-pair">
        {number('couponsLimit', t(isShared ? 'campaign.edit.shared-hint' : 'campaign.edit.coupons-hint'))}
        {number('perCouponLimit')}
      </div>
      <div className="bc-form-pair">
        {number('perAccountLimit')}
        {number('redemptionsLimit', t('campaign.edit.unlimited-hint'))}
      </div>
      <OpenField isOpen={isOpen('segmentId')}>
        <SegmentField {...field('segmentId')} hint={t('campaign.edit.segment-hint')} />
      </OpenField>
      {(reward === 'PERCENT' || reward === 'AMOUNT') && currency !== '' ? (
        <OpenField isOpen={isOpen('budgetMinor')}>
          <NumberField
            key={currency}
            {...field('budgetMinor')}
            hint={t('campaign.edit.budget-hint')}
            unit={currency}
            exponent={currencyExponent(currency)}
          />
        </OpenField>
      ) : null}
      {number('reservationSeconds', t('campaign.edit.reservation-hint'), t('campaign.edit.seconds'))}
    </>
  );
}

/** Start, end and time zone. */
export function WindowFields({ form, labelOf, isOpen }: StepFieldsProps) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  const timeZone = form.values.timezone ?? 'UTC';
  return (
    <>
      <OpenField isOpen={isOpen('timezone')}>
        <ZoneField
          {...field('timezone')}
          hint={t('campaign.edit.zone-hint')}
          instants={(['startsAt', 'endsAt'] as const).filter(isOpen)}
        />
      </OpenField>
      <OpenField isOpen={isOpen('startsAt')}>
        <InstantField {...field('startsAt')} timeLabel={t('campaign.window.start-time')} timeZone={timeZone} />
      </OpenField>
      <OpenField isOpen={isOpen('endsAt')}>
        <InstantField
          {...field('endsAt')}
          timeLabel={t('campaign.window.end-time')}
          hint={t('campaign.window.end-hint')}
          warning={isOver(form.values.endsAt) ? t('campaign.window.over') : null}
          timeZone={timeZone}
          isEnd
        />
      </OpenField>
    </>
  );
}

/** Stores and areas where it is valid. */
export function PlaceFields({ form, labelOf }: StepFieldsProps) {
  const field = fieldOf(form, labelOf);
  const { t, locale } = useMessages();
  const { currency } = form.values;
  return (
    <>
      <p className="bc-form-hint">
        {currency === null ? t('campaign.edit.places-hint') : t('campaign.edit.places-hint-in', { currency })}
      </p>
      <ChosenMany
        {...field('areaIds')}
        placeholder={t('campaign.many.any-area')}
        queryKey={['area', currency, locale]}
        load={async ({ search, ids }, signal) => {
          const variables = { search, ids: ids === null ? null : [...ids], currency, locale };
          const all = await load(campaignAreasQuery, variables, signal);
          return all.campaignAreaChoices.map(({ id, code, name }) => ({ value: id, label: `${name} (${code})` }));
        }}
      />
      <ChosenMany
        {...field('storeIds')}
        placeholder={t('campaign.many.any-store')}
        queryKey={['store', currency]}
        load={async ({ search, ids }, signal) => {
          const variables = { search, ids: ids === null ? null : [...ids], currency };
          const all = await load(campaignStoresQuery, variables, signal);
          return all.campaignStoreChoices.map(({ id, sid, name }) => ({ value: id, label: `${name} (${sid})` }));
        }}
      />
    </>
  );
}
