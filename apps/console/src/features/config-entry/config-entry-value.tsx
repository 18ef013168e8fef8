import { type ConfigValueType, configValueRule } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { State } from '@backcounter/ui';
import { IconCircleCheck, IconPencil } from '@tabler/icons-react';
import type { EntityFieldsProps } from '../../crud/entity-definition.ts';
import type { ConfigEntryRowFragment } from '../../generated/graphql.ts';
import type { CellFormats } from '../../listing/list-definition.ts';
import type { FieldRules } from '../../records/field-problems.ts';
import { NumberField } from '../../records/number-field.tsx';
import { ChoiceField, FlagField, TextField } from '../../records/record-form.tsx';

type Entry = ConfigEntryRowFragment;

const UNIT_KEYS = {
  coupons: 'config-entry.unit.coupons',
  seconds: 'config-entry.unit.seconds',
  hours: 'config-entry.unit.hours',
  days: 'config-entry.unit.days',
  tries: 'config-entry.unit.tries',
  points: 'config-entry.unit.points',
  notifications: 'config-entry.unit.notifications',
  rows: 'config-entry.unit.rows',
  exports: 'config-entry.unit.exports',
} as const satisfies Record<string, MessageKey>;

const TEXT_MAX_LENGTH = 500;
const isKnownUnit = (unit: string): unit is keyof typeof UNIT_KEYS => Object.hasOwn(UNIT_KEYS, unit);

/** A unit in the language in use; one that a newer server brought as it is. */
export function unitWord(unit: string, { t }: Pick<CellFormats, 't'>): string {
  return isKnownUnit(unit) ? t(UNIT_KEYS[unit]) : unit;
}

/** A value of a setting with its unit. */
export function valueWords(entry: Pick<Entry, 'unit'>, value: unknown, formats: CellFormats): string {
  const { t, locale } = formats;
  if (typeof value === 'boolean') return t(value ? 'listing.filter.yes' : 'listing.filter.no');
  if (typeof value !== 'number') return String(value);
  const figure = new Intl.NumberFormat(locale).format(value);
  return entry.unit == null
    ? figure
    : t('config-entry.value.with-unit', { value: figure, unit: unitWord(entry.unit, formats) });
}

/** The one rule of a setting: its own. */
export function configRules(entry: Entry | null): FieldRules {
  if (entry === null) return {};
  const { valueType, minValue = null, maxValue = null, allowedValues = null } = entry;
  return { value: configValueRule({ valueType, minValue, maxValue, allowedValues }) };
}

/** Whether somebody has changed it from the default. */
export function ConfigEntryState({ record }: { readonly record: Entry }) {
  const { t } = useMessages();
  return record.isDefault ? (
    <State tone="neutral" icon={IconCircleCheck} word={t('config-entry.state.default')} />
  ) : (
    <State tone="info" icon={IconPencil} word={t('config-entry.state.changed')} />
  );
}

/** The value as its kind is typed, with what it may be and what it is by default. */
export function ConfigEntryFields({ form, record, labelOf }: EntityFieldsProps<Entry>) {
  const messages = useMessages();
  if (record === null) return null;
  const field = { form, name: 'value', label: labelOf('value'), hint: hintOf(record, messages) };
  return (
    <>
      <p lang="en">{record.description}</p>
      <ValueField field={field} entry={record} formats={messages} />
    </>
  );
}

interface ValueFieldProps {
  readonly field: Parameters<typeof FlagField>[0];
  readonly entry: Entry;
  readonly formats: CellFormats;
}

function ValueField({ field, entry, formats }: ValueFieldProps) {
  const kind: ConfigValueType = entry.valueType;
  switch (kind) {
    case 'BOOLEAN':
      return <FlagField {...field} />;
    case 'ENUM':
      return <ChoiceField {...field} options={(entry.allowedValues ?? []).map((value) => ({ value, label: value }))} />;
    case 'TIME':
      return <TextField {...field} type="time" isLatin />;
    case 'STRING':
      return <TextField {...field} maxLength={TEXT_MAX_LENGTH} />;
    default:
      return <NumberField {...field} {...(entry.unit == null ? {} : { unit: unitWord(entry.unit, formats) })} />;
  }
}

function hintOf(entry: Entry, formats: CellFormats): string {
  const number = new Intl.NumberFormat(formats.locale);
  const words = valueWords(entry, entry.defaultValue, formats);
  const { minValue, maxValue } = entry;
  return minValue == null || maxValue == null
    ? formats.t('config-entry.hint.default', { default: words })
    : formats.t('config-entry.hint.range', {
        min: number.format(minValue),
        max: number.format(maxValue),
        default: words,
      });
}
