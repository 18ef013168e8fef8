import { GIVEAWAY_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { MultiSelect } from '@mantine/core';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { IconAlertTriangle } from '@tabler/icons-react';
import { load } from '../../../lib/api/graphql-client.ts';
import { idsOf, idText } from '../../../lib/format/id-text.ts';
import { ChosenOne, type OneOption } from '../../../records/fields/chosen-one.tsx';
import { ZoneField } from '../../../records/fields/entity-fields.tsx';
import { InstantField } from '../../../records/fields/instant-field.tsx';
import { OpenField } from '../../../records/fields/open-field.tsx';
import { fieldOf } from '../../../records/form/field-map.ts';
import { NumberField } from '../../../records/form/number-field.tsx';
import { codeAfter } from '../../../records/form/proposed-code.ts';
import { FIELD_ORDER, TextField, useFieldProblem } from '../../../records/form/record-form.tsx';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import { SegmentField } from '../../segment/public.tsx';
import { giveawayStoresQuery } from '../giveaway.operations.ts';
import { useCountries } from '../giveaway-choices.ts';
import type { GiveawayValues } from './giveaway-form-values.ts';
import styles from './giveaway-terms.module.css';
import { LanguageTexts, type TextPlan } from './language-texts.tsx';

/** Properties of the fields of a step. */
export interface StepFieldsProps {
  readonly form: RecordFormState<GiveawayValues>;
  readonly labelOf: (field: string) => string;
  /** Reports whether a field can still be changed. */
  readonly isOpen: (field: string) => boolean;
}

const STORES_SHOWN = 20;

/** Title, description, rules and sponsor. */
export function TextFields({
  form,
  labelOf,
  isOpen,
  sponsor,
}: StepFieldsProps & { readonly sponsor: OneOption | null }) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  const text = (name: TextPlan['name'], maxLength: number, rows: number, hint?: string) => ({
    ...{ name, label: labelOf(name), maxLength, rows },
    ...(hint === undefined ? {} : { hint }),
  });
  return (
    <>
      <LanguageTexts
        form={form}
        isOpen={isOpen}
        texts={[
          text('titleI18n', GIVEAWAY_LIMITS.titleMaxLength, 1),
          text('descriptionI18n', GIVEAWAY_LIMITS.descriptionMaxLength, 3, t('giveaway.edit.description-hint')),
          text('rulesI18n', GIVEAWAY_LIMITS.rulesMaxLength, 8, t('giveaway.edit.rules-hint')),
        ]}
        onTitle={(title) => {
          const { 'titleI18n.en-US': before, code: old } = form.values;
          const code = isOpen('code') ? codeAfter(before ?? null, old, title) : null;
          if (code !== null) form.set('code', code);
        }}
      />
      <OpenField isOpen={isOpen('code')}>
        <TextField
          {...field('code')}
          hint={t('giveaway.edit.code-hint')}
          maxLength={24}
          isLatin
          asTyped={(typed) => typed.toUpperCase().replaceAll(' ', '-')}
        />
      </OpenField>
      <OpenField isOpen={isOpen('storeId')}>
        <ChosenOne
          {...field('storeId')}
          hint={t('giveaway.edit.sponsor-hint')}
          noneLabel={t('giveaway.sponsor.company')}
          queryKey="giveaway-store"
          known={sponsor ? [sponsor] : []}
          load={async (search, signal) => {
            const all = await load(giveawayStoresQuery, { search, first: STORES_SHOWN }, signal);
            return all.stores.nodes.map(({ id, sid, name }) => ({ value: id, label: `${name} (${sid})` }));
          }}
        />
      </OpenField>
    </>
  );
}

/** Eligibility, entry limits and entry cost. */
export function EligibilityFields({ form, labelOf }: StepFieldsProps) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  const cost = form.values.entryCostPoints;
  return (
    <>
      <CountriesField form={form} labelOf={labelOf} />
      <SegmentField {...field('segmentId')} hint={t('giveaway.edit.segment-hint')} />
      <div className="bc-form-pair">
        <NumberField {...field('minAge')} hint={t('giveaway.edit.age-hint')} />
        <NumberField {...field('maxTicketsPerAccount')} />
      </div>
      <div className="bc-form-pair">
        <NumberField {...field('maxEntries')} hint={t('giveaway.edit.unlimited-hint')} />
        <NumberField {...field('entryCostPoints')} hint={t('giveaway.edit.cost-hint')} />
      </div>
      {typeof cost === 'number' && cost > 0 ? (
        <p className={styles['warning']} role="status">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{t('giveaway.edit.consideration')}</span>
        </p>
      ) : null}
    </>
  );
}

function CountriesField({ form, labelOf }: Pick<StepFieldsProps, 'form' | 'labelOf'>) {
  const { t } = useMessages();
  const countries = useCountries();
  const chosen = idsOf(form.values.countryCodes);
  const known = new Set(countries.map(({ code }) => code));
  const label = labelOf('countryCodes');
  return (
    <MultiSelect
      name="countryCodes"
      label={label}
      description={t('giveaway.edit.countries-hint')}
      inputWrapperOrder={FIELD_ORDER}
      placeholder={chosen.length === 0 ? t('giveaway.edit.countries-none') : ''}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': t('crud.many.clear', { field: label }) }}
      nothingFoundMessage={t('common.select.nothing')}
      maxDropdownHeight={260}
      data={[
        ...countries
          .filter(({ code, isActive }) => isActive || chosen.includes(code))
          .map(({ code, name }) => ({ value: code, label: name })),
        ...chosen.filter((code) => !known.has(code)).map((code) => ({ value: code, label: code })),
      ]}
      value={[...chosen]}
      error={useFieldProblem(form, 'countryCodes')}
      onChange={(next) => form.set('countryCodes', idText(next))}
    />
  );
}

const INSTANTS = ['opensAt', 'closesAt', 'drawAt'] as const;

/** Entry period, draw time and time zone. */
export function DateFields({ form, labelOf }: StepFieldsProps) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  const timeZone = form.values.timezone ?? 'UTC';
  return (
    <>
      <ZoneField {...field('timezone')} hint={t('giveaway.edit.zone-hint')} instants={INSTANTS} />
      <InstantField {...field('opensAt')} timeLabel={t('giveaway.edit.opens-time')} timeZone={timeZone} />
      <InstantField
        {...field('closesAt')}
        timeLabel={t('giveaway.edit.closes-time')}
        hint={t('giveaway.edit.closes-hint')}
        timeZone={timeZone}
        isEnd
      />
      <InstantField
        {...field('drawAt')}
        timeLabel={t('giveaway.edit.draw-time')}
        hint={t('giveaway.edit.draw-hint', { minutes: GIVEAWAY_LIMITS.drawAfterMinutes })}
        timeZone={timeZone}
      />
    </>
  );
}

/** Alternates and claim deadline. */
export function WinnerFields({ form, labelOf }: StepFieldsProps) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  return (
    <>
      <NumberField {...field('alternates')} hint={t('giveaway.edit.alternates-hint')} />
      <NumberField {...field('claimDays')} hint={t('giveaway.edit.claim-hint')} unit={t('giveaway.edit.days')} />
      <p className="bc-form-hint">{t('giveaway.edit.draw-about')}</p>
    </>
  );
}
