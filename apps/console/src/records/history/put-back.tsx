import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { formatList } from '../../lib/format/formats.ts';
import { rootOf } from '../form/field-map.ts';
import { type FieldValue, type FieldValues, isFieldValue, normalise } from '../form/record-merge.ts';
import type { RecordChange } from './change-list.tsx';
import styles from './history-tab.module.css';

/** Earlier values that a form opens with. */
export interface EarlierValues {
  readonly values: FieldValues;
  /** Text of when they were replaced. */
  readonly time: string;
}

/** Which values of a record can be restored, and how. */
export interface PutBackRule {
  /** The values with which a form of this record would open now; only its fields can be restored. */
  readonly present: FieldValues;
  /** Fields derived from other values; the others outside of the form have their own actions. */
  readonly derived?: ReadonlySet<string>;
  /** Opens the form with the earlier values; nothing is saved. Null: the record cannot be edited now. */
  readonly open: ((earlier: EarlierValues) => void) | null;
  /** Why the record cannot be edited now. */
  readonly whyNot: string;
}

type Obstacle = 'masked' | 'derived' | 'own-action' | 'same';
const OBSTACLES = ['own-action', 'derived', 'masked', 'same'] as const satisfies readonly Obstacle[];

/** The restorable values of an entry, and the obstacles of the others. */
export function planPutBack(
  changes: readonly RecordChange[],
  { present, derived }: Pick<PutBackRule, 'present' | 'derived'>,
): { readonly values: FieldValues; readonly obstacles: ReadonlyMap<Obstacle, readonly string[]> } {
  const values: Record<string, FieldValue> = {};
  const obstacles = new Map<Obstacle, string[]>();
  const texts = new Set(
    Object.keys(present)
      .filter((field) => field.includes('.'))
      .map(rootOf),
  );
  const single = changes.flatMap((change) => (texts.has(change.field) ? byLanguage(change) : [change]));
  for (const { field, before = null, isMasked } of single) {
    const obstacle = isMasked
      ? 'masked'
      : derived?.has(field)
        ? 'derived'
        : !(Object.hasOwn(present, field) || texts.has(rootOf(field))) || !isFieldValue(before)
          ? 'own-action'
          : normalise(present[field] ?? null) === normalise(before)
            ? 'same'
            : null;
    if (obstacle !== null) obstacles.set(obstacle, [...(obstacles.get(obstacle) ?? []), field]);
    else if (isFieldValue(before)) values[field] = before;
  }
  return { values, obstacles };
}

/** Splits a text by language into the form fields that changed. */
function byLanguage(change: RecordChange): readonly RecordChange[] {
  const { field, isMasked } = change;
  const before = textsOf(change.before);
  const after = textsOf(change.after);
  if (before === null && after === null) return [change];
  const languages = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...languages]
    .map((language) => ({
      field: `${field}.${language}`,
      before: before?.[language] ?? null,
      after: after?.[language] ?? null,
      isMasked,
    }))
    .filter((one) => one.before !== one.after);
}

function textsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** Notes above the fields that the form has earlier values. */
export function EarlierNote({ time }: Pick<EarlierValues, 'time'>) {
  const { t } = useMessages();
  return (
    <p className="bc-form-earlier" role="status">
      <IconArrowBackUp size={16} stroke={1.75} className="bc-mirror" aria-hidden />
      {t('records.put-back.title', { time })}
    </p>
  );
}

/**
 * The button that opens the record's form with an entry's earlier values, and the list of skipped ones with the
 * reasons.
 */
export function PutBack(props: {
  readonly changes: readonly RecordChange[];
  readonly time: string;
  readonly rule: PutBackRule;
  readonly labelOf: (field: string) => string;
}) {
  const { changes, time, rule, labelOf } = props;
  const { t, locale } = useMessages();
  const { values, obstacles } = planPutBack(changes, rule);
  const { open } = rule;
  // Without any restorable value, reasons are not worth showing.
  if (Object.keys(values).length === 0) return null;
  return (
    <div className={styles['putBack']}>
      <Button
        size="sm"
        variant="default"
        disabled={open === null}
        leftSection={<IconArrowBackUp size={14} stroke={1.75} className="bc-mirror" aria-hidden />}
        onClick={() => open?.({ values, time })}
      >
        {t('records.put-back.action')}
      </Button>
      {open === null ? <p className="bc-faint">{rule.whyNot}</p> : null}
      {OBSTACLES.map((obstacle) => {
        const fields = obstacles.get(obstacle);
        return fields ? (
          <p className="bc-faint" key={obstacle}>
            {t(`records.put-back.${obstacle}`, { fields: formatList(fields.map(labelOf), locale, 'unit', 'short') })}
          </p>
        ) : null;
      })}
    </div>
  );
}
