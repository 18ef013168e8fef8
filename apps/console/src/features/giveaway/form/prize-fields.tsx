import { currencyExponent, GIVEAWAY_LIMITS, GIVEAWAY_PRIZE_KINDS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { load } from '../../../lib/api/graphql-client.ts';
import { namesIn } from '../../../lib/format/formats.ts';
import { ChosenOne, type OneOption } from '../../../records/fields/chosen-one.tsx';
import { LocalizedField } from '../../../records/form/localized-field.tsx';
import { NumberField } from '../../../records/form/number-field.tsx';
import { ChoiceField, useFieldProblem } from '../../../records/form/record-form.tsx';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import { PictureField } from '../../../records/picture/picture-field.tsx';
import { giveawayCampaignsQuery } from '../giveaway.operations.ts';
import { useCountries } from '../giveaway-choices.ts';
import styles from './giveaway-form.module.css';
import {
  type GiveawayValues,
  newPrizeValues,
  prizeField,
  prizeSlots,
  withoutPrize,
  withPrizesSwapped,
} from './giveaway-form-values.ts';

interface PrizeFieldsProps {
  readonly form: RecordFormState<GiveawayValues>;
  readonly labelOf: (field: string) => string;
  /** Names of campaigns chosen earlier. */
  readonly campaigns: readonly OneOption[];
}

/** Prizes in the order of the draw. */
export function PrizeFields({ form, labelOf, campaigns }: PrizeFieldsProps) {
  const { t } = useMessages();
  const list = useRef<HTMLOListElement>(null);
  const slots = prizeSlots(form.values);
  const focusOn = (slot: number, part: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-slot="${slot}"] ${part}`)?.focus());
  const add = () => {
    const slot = (slots.at(-1) ?? 0) + 1;
    form.setAll(newPrizeValues(slot));
    focusOn(slot, 'input');
  };
  return (
    <>
      <p className="bc-form-hint">{t('giveaway.edit.prizes-hint')}</p>
      <ol className={styles['prizes']} ref={list}>
        {slots.map((slot, place) => {
          const before = slots[place - 1];
          const after = slots[place + 1];
          const rank = place + 1;
          return (
            <li key={slot} data-slot={slot}>
              <header>
                <h3>{t('giveaway.prize.rank', { rank })}</h3>
                <ActionIcon
                  variant="subtle"
                  size={28}
                  aria-label={t('giveaway.prize.up', { rank })}
                  disabled={before === undefined}
                  onClick={() => before !== undefined && form.setAll(withPrizesSwapped(form.values, slot, before))}
                >
                  <IconArrowUp size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  size={28}
                  aria-label={t('giveaway.prize.down', { rank })}
                  disabled={after === undefined}
                  onClick={() => after !== undefined && form.setAll(withPrizesSwapped(form.values, slot, after))}
                >
                  <IconArrowDown size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  size={28}
                  aria-label={t('giveaway.prize.remove', { rank })}
                  disabled={slots.length === 1}
                  onClick={() => {
                    form.setAll(withoutPrize(form.values, slot));
                    const next = after ?? before;
                    if (next !== undefined) focusOn(next, 'input');
                  }}
                >
                  <IconTrash size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </header>
              <OnePrize
                key={`${slot} ${slots.length}`}
                form={form}
                slot={slot}
                labelOf={labelOf}
                campaigns={campaigns}
              />
            </li>
          );
        })}
      </ol>
      <Button
        className={styles['add']}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        disabled={slots.length >= GIVEAWAY_LIMITS.prizesMax}
        onClick={add}
      >
        {t('giveaway.prize.add')}
      </Button>
    </>
  );
}

function OnePrize({ form, slot, labelOf, campaigns }: PrizeFieldsProps & { readonly slot: number }) {
  const { t } = useMessages();
  const currencies = useCurrencies();
  const at = <Field extends string>(field: Field) => prizeField(slot, field);
  const kind = form.values[at('kind')];
  const unit = form.values[at('currency')] ?? '';
  const exponent = currencyExponent(unit);
  // "500" stays 500 in any currency, although the number of minor units differs.
  const keepValue = (chosen: string | null) => {
    const minor = form.values[at('valueMinor')];
    const shift = 10 ** (currencyExponent(chosen ?? '') - exponent);
    if (typeof minor === 'number' && shift !== 1) form.set(at('valueMinor'), Math.max(1, Math.round(minor * shift)));
  };
  return (
    <>
      <LocalizedField
        form={form}
        name={at('titleI18n')}
        label={labelOf(at('titleI18n'))}
        maxLength={GIVEAWAY_LIMITS.prizeTitleMaxLength}
      />
      <PictureField
        kind="prize"
        label={labelOf(at('imageUrl'))}
        name={form.values[at('titleI18n.en-US')] || t('giveaway.prize.untitled')}
        url={form.values[at('imageUrl')] ?? null}
        onChange={(url) => form.set(at('imageUrl'), url)}
        problem={useFieldProblem(form, at('imageUrl'))}
      />
      <div className="bc-form-pair">
        <ChoiceField
          form={form}
          name={at('kind')}
          label={labelOf(at('kind'))}
          options={GIVEAWAY_PRIZE_KINDS.map((value) => ({ value, label: t(`giveaway.prize.kind.${value}`) }))}
        />
        <NumberField form={form} name={at('quantity')} label={labelOf(at('quantity'))} />
      </div>
      {kind === 'POINTS' ? (
        <NumberField
          form={form}
          name={at('points')}
          label={labelOf(at('points'))}
          hint={t('giveaway.edit.points-hint')}
        />
      ) : null}
      {kind === 'COUPON' ? (
        <ChosenOne
          form={form}
          name={at('campaignId')}
          label={labelOf(at('campaignId'))}
          hint={t('giveaway.edit.campaign-hint')}
          placeholder={t('giveaway.edit.campaign-none')}
          queryKey="giveaway-campaign"
          known={campaigns}
          load={async (search, signal) => {
            const all = await load(giveawayCampaignsQuery, { search, ids: null }, signal);
            return all.giveawayCampaignChoices.map(({ id, code, name }) => ({ value: id, label: `${name} (${code})` }));
          }}
        />
      ) : null}
      <div className="bc-form-pair">
        <NumberField
          key={unit}
          form={form}
          name={at('valueMinor')}
          label={labelOf(at('valueMinor'))}
          hint={t('giveaway.edit.value-hint')}
          unit={unit}
          exponent={exponent}
        />
        <ChoiceField
          form={form}
          onSet={keepValue}
          name={at('currency')}
          label={labelOf(at('currency'))}
          options={currencies}
          noneLabel={t('giveaway.edit.no-currency')}
        />
      </div>
    </>
  );
}

/** Currencies of active countries, by name. */
function useCurrencies(): readonly { readonly value: string; readonly label: string }[] {
  const { locale } = useMessages();
  const countries = useCountries();
  const names = namesIn(locale, { type: 'currency' });
  const codes = new Set(countries.filter(({ isActive }) => isActive).map(({ currency }) => currency));
  return [...codes].sort().map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
}
