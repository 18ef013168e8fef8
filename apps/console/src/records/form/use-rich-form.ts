import { useMemo, useRef } from 'react';
import { RequestError } from '../../lib/api/request-error.ts';
import { type FieldRules, type FormTerms, inFormTerms } from './field-problems.ts';
import type { FieldValues } from './record-merge.ts';
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts';

/** Properties that every form of a rich record has. */
export interface SavedForm<Values> {
  /** Identifies the record in drafts. */
  readonly record: string;
  /** 0 for a new record. */
  readonly version: number;
  /** Whether the record's state leaves this field open to changes. */
  readonly isOpen: (field: string) => boolean;
  /** Values that the form opens with instead of the stored ones. */
  readonly earlier?: FieldValues;
  readonly save: (mine: Values, base: Values, version: number, idempotencyKey: string) => Promise<void>;
}

interface RichFormOptions<Values extends FieldValues>
  extends Pick<RecordFormOptions<Values>, 'required' | 'onSaved' | 'reconcile'> {
  readonly base: Values;
  /** Rules of the fields; some depend on the values at that moment. */
  readonly rulesOf: (values: () => Values) => FieldRules;
  /** Translates the server's answer into the form's fields. */
  readonly terms: FormTerms<Values>;
  readonly onRefused?: (error: RequestError) => void;
}

/** State of a rich record's form, and its rules. */
export function useRichForm<Values extends FieldValues>(
  { record, version, earlier, save }: SavedForm<Values>,
  { base, rulesOf, terms, onRefused, ...options }: RichFormOptions<Values>,
) {
  const values = useRef(base);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rules are those of the kind of record
  const rules = useMemo(() => rulesOf(() => values.current), []);
  const form = useRecordForm({
    ...options,
    record,
    base,
    version,
    ...(earlier ? { earlier } : {}),
    rules,
    save: async (_patch, expectedVersion, idempotencyKey, mine, before) => {
      try {
        await save(mine, before, expectedVersion, idempotencyKey);
      } catch (error) {
        if (error instanceof RequestError) onRefused?.(error);
        throw inFormTerms(error, mine, terms);
      }
    },
  });
  values.current = form.values;
  return { form, rules };
}
