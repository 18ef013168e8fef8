import { useMessages } from '@backcounter/i18n/react';
import styles from './tab-filter.module.css';

/** A choice of {@link TabFilter}; null is "all". */
export interface TabChoice<Value extends string> {
  readonly value: Value | null;
  readonly label: string;
  /** Undefined while unknown. */
  readonly count: number | undefined;
}

interface TabFilterProps<Value extends string> {
  readonly label: string;
  readonly value: Value | null;
  readonly choices: readonly TabChoice<Value>[];
  readonly onChange: (value: Value | null) => void;
}

/**
 * Filters the rows of a tab by one value. Choices without rows are hidden, except for the current one; renders nothing
 * where all rows have the same value.
 */
export function TabFilter<Value extends string>({ label, value, choices, onChange }: TabFilterProps<Value>) {
  const { figure } = useMessages();
  const shown = choices.filter((choice) => choice.value === null || choice.value === value || choice.count !== 0);
  if (value === null && shown.length < 3) return null;
  return (
    <fieldset className="bc-wrap bc-gap-sm bc-shrink" aria-label={label}>
      {shown.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={styles['choice']}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label} {choice.count === undefined ? null : <span>{figure(choice.count)}</span>}
        </button>
      ))}
    </fieldset>
  );
}

/** All and each value with its count; all is their sum. */
export function countedChoices<Value extends string>(
  all: string,
  values: readonly Value[],
  labelOf: (value: Value) => string,
  counts: Readonly<Record<Value, number>> | undefined,
): readonly TabChoice<Value>[] {
  return [
    { value: null, label: all, count: counts && values.reduce((sum, value) => sum + counts[value], 0) },
    ...values.map((value) => ({ value, label: labelOf(value), count: counts?.[value] })),
  ];
}

/** Number of rows of each value. */
export function countsOf<Row, Value extends string>(
  rows: readonly Row[],
  values: readonly Value[],
  of: (row: Row) => Value,
): Readonly<Record<Value, number>> {
  const groups = Map.groupBy(rows, of);
  return Object.fromEntries(values.map((value) => [value, groups.get(value)?.length ?? 0])) as Record<Value, number>;
}
