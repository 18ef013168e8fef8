import { CAMPAIGN_CODE_MODES, CAMPAIGN_LIMITS, CAMPAIGN_REWARDS, currencyExponent } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Textarea } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ZoneField } from '../../crud/entity-fields.tsx';
import { request } from '../../lib/graphql-client.ts';
import { instantOf, wallTimeOf } from '../../lib/zoned-time.ts';
import { LocalizedField } from '../../records/localized-field.tsx';
import { NumberField } from '../../records/number-field.tsx';
import {
  ChoiceField,
  FIELD_ORDER,
  type FieldProps,
  FlagField,
  TextField,
  useFieldProblem,
} from '../../records/record-form.tsx';
import type { RecordFormState } from '../../records/use-record-form.ts';
import { campaignAreasQuery, campaignStoresQuery } from './campaign.operations.ts';
import { useCurrencies } from './campaign-choices.ts';
import { ChosenMany } from './chosen-many.tsx';
import { InstantField } from './instant-field.tsx';

interface StepFieldsProps {
  readonly form: RecordFormState;
  readonly labelOf: (field: string) => string;
  /** What may still be changed. */
  readonly isOpen: (field: string) => boolean;
}

/** A field that is fixed by now stands there, and cannot be changed. */
function Open({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  return (
    <fieldset className="bc-open-field" disabled={!isOpen}>
      {children}
    </fieldset>
  );
}

/** Says why fields of a step are fixed. */
export function LockedNote({
  fields,
  isOpen,
}: {
  readonly fields: readonly string[];
  readonly isOpen: (field: string) => boolean;
}) {
  const { t } = useMessages();
  if (fields.every(isOpen)) return null;
  return (
    <p className="bc-locked-note">
      <IconLock size={16} stroke={1.75} aria-hidden />
      <span>{t(fields.some(isOpen) ? 'campaign.locked.some' : 'campaign.locked.all')}</span>
    </p>
  );
}

/** Several lines. */
function LongField({ form, name, label, hint, maxLength }: FieldProps & { readonly maxLength: number }) {
  const value = form.values[name];
  return (
    <Textarea
      name={name}
      label={label}
      description={hint}
      inputWrapperOrder={FIELD_ORDER}
      autosize={false}
      rows={3}
      maxLength={maxLength}
      dir="auto"
      value={typeof value === 'string' ? value : ''}
      error={useFieldProblem(form, name)}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  );
}

/** What it is called. */
export function BasicsFields({ form, labelOf, isOpen }: StepFieldsProps) {
  const { t } = useMessages();
  const upper = {
    ...form,
    set: (...[field, value]: Parameters<typeof form.set>) =>
      form.set(field, typeof value === 'string' ? value.toUpperCase().replaceAll(' ', '-') : value),
  };
  return (
    <>
      <TextField form={form} name="name" label={labelOf('name')} maxLength={CAMPAIGN_LIMITS.nameMaxLength} />
      <Open isOpen={isOpen('code')}>
        <TextField
          form={upper}
          name="code"
          label={labelOf('code')}
          hint={t('campaign.edit.code-hint')}
          maxLength={24}
          isLatin
        />
      </Open>
      <LongField
        form={form}
        name="description"
        label={labelOf('description')}
        hint={t('campaign.edit.description-hint')}
        maxLength={CAMPAIGN_LIMITS.descriptionMaxLength}
      />
    </>
  );
}

const MONEY = ['amountMinor', 'maxDiscountMinor', 'minOrderMinor', 'budgetMinor'];

/** What a code brings, and for which orders. */
export function RewardFields({ form, labelOf, isOpen }: StepFieldsProps) {
  const { t } = useMessages();
  const currencies = useCurrencies();
  const currency = textOf(form, 'currency');
  const unit = currency ?? '';
  const exponent = currencyExponent(unit);
  const reward = form.values['rewardType'];
  const money = (name: string, hint?: string) => (
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
  const moneyFirst = {
    ...form,
    set: (...[field, value]: Parameters<typeof form.set>) => {
      form.set(field, value);
      // "5" stays 5 of whatever the currency is, though that is another number of its smallest unit.
      const shift = 10 ** (currencyExponent(typeof value === 'string' ? value : '') - exponent);
      for (const each of MONEY) {
        const minor = form.values[each];
        if (typeof minor === 'number' && shift !== 1) form.set(each, Math.max(1, Math.round(minor * shift)));
      }
    },
  };
  return (
    <Open isOpen={isOpen('rewardType')}>
      <ChoiceField
        form={form}
        name="rewardType"
        label={labelOf('rewardType')}
        options={CAMPAIGN_REWARDS.map((value) => ({ value, label: t(`campaign.reward.${value}`) }))}
      />
      <ChoiceField
        form={moneyFirst}
        name="currency"
        label={labelOf('currency')}
        hint={t('campaign.edit.currency-hint')}
        options={currencies}
        noneLabel={t('campaign.edit.no-currency')}
      />
      {reward === 'PERCENT' ? (
        <div className="bc-form-pair">
          <NumberField form={form} name="percentBp" label={labelOf('percentBp')} exponent={2} unit="%" />
          {money('maxDiscountMinor', t('campaign.edit.most-hint'))}
        </div>
      ) : null}
      {reward === 'AMOUNT' ? money('amountMinor') : null}
      {reward === 'POINTS' ? <NumberField form={form} name="points" label={labelOf('points')} /> : null}
      {reward === 'GIFT' ? (
        <LocalizedField
          form={form}
          name="giftTextI18n"
          label={labelOf('giftTextI18n')}
          maxLength={CAMPAIGN_LIMITS.giftMaxLength}
        />
      ) : null}
      {currency === null ? null : money('minOrderMinor', t('campaign.edit.least-hint'))}
      <FlagField
        form={form}
        name="firstOrderOnly"
        label={labelOf('firstOrderOnly')}
        hint={t('campaign.edit.first-hint')}
      />
    </Open>
  );
}

/** How many codes, uses and how much money. */
export function LimitFields({ form, labelOf, isOpen }: StepFieldsProps) {
  const { t } = useMessages();
  const isShared = form.values['codeMode'] === 'SHARED';
  const currency = textOf(form, 'currency') ?? '';
  const reward = form.values['rewardType'];
  const number = (name: string, hint?: string, unit?: string) => (
    <Open isOpen={isOpen(name)}>
      <NumberField
        form={form}
        name={name}
        label={labelOf(name)}
        {...(hint === undefined ? {} : { hint })}
        {...(unit === undefined ? {} : { unit })}
      />
    </Open>
  );
  return (
    <>
      <Open isOpen={isOpen('codeMode')}>
        <ChoiceField
          form={form}
          name="codeMode"
          label={labelOf('codeMode')}
          hint={t(isShared ? 'campaign.mode.shared-hint' : 'campaign.mode.unique-hint')}
          options={CAMPAIGN_CODE_MODES.map((value) => ({ value, label: t(`campaign.mode.${value}`) }))}
        />
      </Open>
      {isShared ? null : (
        <Open isOpen={isOpen('codePrefix')}>
          <TextField
            form={form}
            name="codePrefix"
            label={labelOf('codePrefix')}
            hint={t('campaign.edit.prefix-hint')}
            maxLength={8}
            isLatin
          />
        </Open>
      )}
      <div className="bc-form-pair">
        {number('couponsLimit', t('campaign.edit.coupons-hint'))}
        {number('perCouponLimit')}
      </div>
      <div className="bc-form-pair">
        {number('perAccountLimit')}
        {number('redemptionsLimit', t('campaign.edit.unlimited-hint'))}
      </div>
      {(reward === 'PERCENT' || reward === 'AMOUNT') && currency !== '' ? (
        <Open isOpen={isOpen('budgetMinor')}>
          <NumberField
            key={currency}
            form={form}
            name="budgetMinor"
            label={labelOf('budgetMinor')}
            hint={t('campaign.edit.budget-hint')}
            unit={currency}
            exponent={currencyExponent(currency)}
          />
        </Open>
      ) : null}
      {number('reservationSeconds', t('campaign.edit.reservation-hint'), t('campaign.edit.seconds'))}
    </>
  );
}

/** From when to when, by the clocks of which place. */
export function WindowFields({ form, labelOf, isOpen }: StepFieldsProps) {
  const { t } = useMessages();
  const timeZone = textOf(form, 'timezone') ?? 'UTC';
  const zoned = {
    ...form,
    set: (...[field, value]: Parameters<typeof form.set>) => {
      form.set(field, value);
      if (typeof value !== 'string') return;
      // People chose times of a clock: they stay, and the instants go with the zone.
      for (const each of ['startsAt', 'endsAt']) {
        const instant = textOf(form, each);
        if (instant !== null && isOpen(each)) form.set(each, instantOf(wallTimeOf(instant, timeZone), value));
      }
    },
  };
  return (
    <>
      <Open isOpen={isOpen('timezone')}>
        <ZoneField form={zoned} name="timezone" label={labelOf('timezone')} hint={t('campaign.edit.zone-hint')} />
      </Open>
      <Open isOpen={isOpen('startsAt')}>
        <InstantField
          form={form}
          name="startsAt"
          label={labelOf('startsAt')}
          timeLabel={t('campaign.window.start-time')}
          timeZone={timeZone}
        />
      </Open>
      <Open isOpen={isOpen('endsAt')}>
        <InstantField
          form={form}
          name="endsAt"
          label={labelOf('endsAt')}
          timeLabel={t('campaign.window.end-time')}
          hint={t('campaign.window.end-hint')}
          timeZone={timeZone}
          isEnd
        />
      </Open>
    </>
  );
}

/** Where it is valid. */
export function PlaceFields({ form, labelOf }: StepFieldsProps) {
  const { t, locale } = useMessages();
  const currency = textOf(form, 'currency');
  return (
    <>
      <p className="bc-campaign-hint">
        {currency === null ? t('campaign.edit.places-hint') : t('campaign.edit.places-hint-in', { currency })}
      </p>
      <ChosenMany
        form={form}
        name="areaIds"
        label={labelOf('areaIds')}
        placeholder={t('campaign.many.any-area')}
        queryKey={['area', currency, locale]}
        load={async ({ search, ids }, signal) => {
          const variables = { search, ids: ids === null ? null : [...ids], currency, locale };
          const all = await request(campaignAreasQuery, variables, { signal, isQuiet: true });
          return all.campaignAreaChoices.map(({ id, code, name }) => ({ value: id, label: `${name} (${code})` }));
        }}
      />
      <ChosenMany
        form={form}
        name="storeIds"
        label={labelOf('storeIds')}
        placeholder={t('campaign.many.any-store')}
        queryKey={['store', currency]}
        load={async ({ search, ids }, signal) => {
          const variables = { search, ids: ids === null ? null : [...ids], currency };
          const all = await request(campaignStoresQuery, variables, { signal, isQuiet: true });
          return all.campaignStoreChoices.map(({ id, sid, name }) => ({ value: id, label: `${name} (${sid})` }));
        }}
      />
    </>
  );
}

function textOf(form: RecordFormState, field: string): string | null {
  const value = form.values[field];
  return typeof value === 'string' && value !== '' ? value : null;
}
