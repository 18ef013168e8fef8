import { type ConfigValueType, configValueRule } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { brandTheme, COLOR_TOKENS, contrast, type Mode, parseHex, State } from '@backcounter/ui';
import { IconCircleCheck, IconPencil } from '@tabler/icons-react';
import type { ConfigEntryRowFragment } from '../../generated/graphql.ts';
import { durationWords } from '../../lib/format/duration.ts';
import { dateFormat, formatNumber, numberFormat } from '../../lib/format/formats.ts';
import { isolated } from '../../lib/format/isolated.ts';
import type { CellFormats } from '../../listing/list-definition.ts';
import type { EntityFieldsProps, ValueWords } from '../../records/entity-definition.ts';
import { DateField } from '../../records/form/date-field.tsx';
import type { FieldRules } from '../../records/form/field-problems.ts';
import { NumberField } from '../../records/form/number-field.tsx';
import { ChoiceField, type FieldForm, type FieldProps, FlagField, TextField } from '../../records/form/record-form.tsx';
import styles from './config-entry-color.module.css';

const MODES: readonly Mode[] = ['light', 'dark'];
const SECONDARY_KEY = 'theme.secondary';

interface ConfigEntryColorProps {
  readonly settingKey: string;
  readonly value: unknown;
}

/** A theme colour as the console will use it in both modes, with its contrast; nothing for other types. */
function ConfigEntryColor({ settingKey, value }: ConfigEntryColorProps) {
  const { t, locale } = useMessages();
  const color = parseHex(value);
  if (color === null) return null;
  const isSecondary = settingKey === SECONDARY_KEY;
  const { tokens } = brandTheme(isSecondary ? { secondary: color } : { primary: color });
  const { format } = numberFormat(locale, { maximumFractionDigits: 1 });
  const ratioOf = (first: string, second: string): string => `${format(contrast(first, second))}:${format(1)}`;
  return (
    <section className={styles['preview']} aria-label={t('config-entry.color.preview')}>
      {MODES.map((mode) => {
        const own = (name: 'surface' | 'text' | 'on-brand' | 'brand') => COLOR_TOKENS[name][MODES.indexOf(mode)] ?? '';
        const fill = isSecondary ? (tokens[mode]['chart-2'] ?? color) : (tokens[mode].brand ?? own('brand'));
        const against = isSecondary ? own('surface') : own('on-brand');
        return (
          <figure key={mode} style={{ background: own('surface'), color: own('text') }}>
            <figcaption>{t(`config-entry.color.${mode}`)}</figcaption>
            <span className={styles['sample']} style={{ background: fill, color: against }}>
              {isSecondary ? null : t('config-entry.color.sample')}
            </span>
            <small>{t('config-entry.color.contrast', { color: isolated(fill), ratio: ratioOf(fill, against) })}</small>
          </figure>
        );
      })}
    </section>
  );
}

type Entry = ConfigEntryRowFragment;

const UNIT_KEYS = {
  accounts: 'config-entry.unit.accounts',
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

/** A unit in the language in use, in the plural form for `count`; unchanged for one that only a newer server knows. */
function unitWord(unit: string, count: unknown, { t }: Pick<CellFormats, 't'>): string {
  return isKnownUnit(unit) ? t(UNIT_KEYS[unit], { count: typeof count === 'number' ? count : 0 }) : unit;
}

/** A setting's value with its unit. */
export function valueWords(
  entry: Pick<Entry, 'unit' | 'valueType'>,
  value: unknown,
  formats: Omit<CellFormats, 'timeZone'>,
): string {
  const { t, locale } = formats;
  if (typeof value === 'boolean') return t(value ? 'listing.filter.yes' : 'listing.filter.no');
  if (entry.valueType === 'TIME') return timeWords(String(value), locale);
  // Isolated, so that # stays in front in right-to-left text.
  if (entry.valueType === 'COLOR') return isolated(String(value));
  if (typeof value !== 'number') return String(value);
  if (entry.unit === 'seconds') return durationWords(value * 1_000, formats);
  const figure = formatNumber(value, locale);
  return entry.unit == null
    ? figure
    : t('config-entry.value.with-unit', { value: figure, unit: unitWord(entry.unit, value, formats) });
}

/** A time of day without date and zone: `21:00`. */
function timeWords(value: string, locale: string): string {
  const time = new Date(`1970-01-01T${value}:00Z`);
  return Number.isNaN(time.getTime())
    ? value
    : dateFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(time);
}

/** Validation of a setting: the rule of its key. */
export function configRules(entry: Entry | null): FieldRules {
  if (entry === null) return {};
  const { valueType, minValue = null, maxValue = null, allowedValues = null } = entry;
  return { value: configValueRule({ valueType, minValue, maxValue, allowedValues }) };
}

/** Values in the history and in a conflict, formatted as in the list. */
export const configWords: ValueWords<Entry> = (field, value, formats, record) =>
  field === 'value' && record !== null ? valueWords(record, value, formats) : undefined;

interface ConfigEntryStateProps {
  readonly record: Entry;
  readonly variant?: 'pill' | 'plain';
}

/** Marks a value that differs from the default. */
export function ConfigEntryState({ record, variant = 'plain' }: ConfigEntryStateProps) {
  const { t } = useMessages();
  return record.isDefault ? (
    <State tone="neutral" icon={IconCircleCheck} word={t('config-entry.state.default')} variant={variant} />
  ) : (
    <State tone="info" icon={IconPencil} word={t('config-entry.state.changed')} variant={variant} />
  );
}

/** The input for the value by its type, with its limits and its default. */
export function ConfigEntryFields({
  form: untyped,
  record,
  labelOf,
}: EntityFieldsProps<Entry, { readonly fields: Readonly<Record<never, never>> }>) {
  const messages = useMessages();
  if (record === null) return null;
  // The record says which type the value has.
  const form = untyped as unknown as FieldForm<{ readonly value: never }>;
  const field = { form, name: 'value', label: labelOf('value'), hint: hintOf(record, messages) } as const;
  return <ValueField field={field} entry={record} formats={messages} />;
}

interface ValueFieldProps {
  readonly field: Omit<FieldProps<{ readonly value: never }, never>, 'onSet'>;
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
      return <DateField {...field} kind="time" />;
    case 'COLOR':
      return (
        <>
          <TextField {...field} isLatin />
          <ConfigEntryColor settingKey={entry.key} value={field.form.values.value} />
        </>
      );
    case 'STRING':
      return <TextField {...field} maxLength={TEXT_MAX_LENGTH} />;
    default:
      return (
        <NumberField
          {...field}
          {...(entry.unit == null ? {} : { unit: unitWord(entry.unit, field.form.values.value, formats) })}
        />
      );
  }
}

function hintOf(entry: Entry, formats: CellFormats): string {
  const words = valueWords(entry, entry.defaultValue, formats);
  const limitOf = { ...entry, unit: entry.unit === 'seconds' ? 'seconds' : null };
  const { minValue, maxValue } = entry;
  return minValue == null || maxValue == null
    ? formats.t('config-entry.hint.default', { default: words })
    : formats.t('config-entry.hint.range', {
        min: valueWords(limitOf, minValue, formats),
        max: valueWords(limitOf, maxValue, formats),
        default: words,
      });
}
