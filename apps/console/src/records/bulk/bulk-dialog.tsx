import { type FieldProblem, LIMITS } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { formatNumber } from '../../lib/format/formats.ts';
import { parseNumber } from '../../lib/format/number-text.ts';
import { fieldRuleKey } from '../../lib/record/field-rules.ts';
import { DialogProblem } from '../dialog-problem.tsx';
import { FIELD_ORDER } from '../form/record-form.tsx';
import { RecordDialog } from '../record-dialog.tsx';
import { BulkForecastNote, changingOf, type ForecastQuery } from './bulk-forecast.tsx';
import { isTypedAs } from './typed-words.ts';

/** Above this many records the number has to be typed. */
const TYPED_ABOVE = 1_000;

/** Parameters of a start. */
export interface BulkStart {
  readonly reason: string;
  /** From the dry run's answer, so that the job changes the records that were counted. */
  readonly upTo: string;
  /** The same for retries of the same start. */
  readonly idempotencyKey: string;
}

/** Properties of {@link BulkDialog}. */
export interface BulkDialogProps {
  /** The title: `figure` is the number, `10,000+` beyond the counting limit, null until it is known. */
  /** With the number of records, and without while it is unknown. */
  readonly titles: readonly [counted: MessageKey, uncounted: MessageKey];
  /** The title's verb. */
  readonly verb: string;
  /** Consequence for a record. */
  readonly consequence: ReactNode;
  readonly changeWords: (count: number) => string;
  readonly reasonWords: (reason: string) => string;
  readonly isDestructive: boolean;
  readonly isReasonRequired: boolean;
  /** Number of selected records, as far as the list knows. */
  readonly count: { readonly kind: 'EXACT' | 'LOWER_BOUND'; readonly value: number } | null;
  readonly forecast: ForecastQuery;
  /** Further fields, each with its problem from the server. */
  readonly fields?: (problemOf: (field: string) => string | undefined) => ReactNode;
  /** A problem of those fields, which disables the button. */
  readonly isIncomplete?: boolean;
  /** Further content that makes a start a new action, such as the values of those fields. */
  readonly content?: string;
  /** Rejects with the error; the dialog shows it and remains open, with all input. */
  readonly onStart: (start: BulkStart) => Promise<void>;
  readonly onClose: () => void;
}

/** Confirms a bulk action: a dry run, the reason, and the number where a mistake is costly. Focuses Cancel first. */
export function BulkDialog(props: BulkDialogProps) {
  const { forecast, count } = props;
  const { t, locale } = useMessages();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const running = useRef(false);
  const attempt = useRef<{ content: string; key: string }>(undefined);
  const form = useRef<HTMLFormElement>(null);

  const known = forecast.data ? { kind: forecast.data.kind, value: forecast.data.total } : count;
  const isCounted = known !== null && known.value > 0;
  const figure = isCounted ? `${formatNumber(known.value, locale)}${known.kind === 'LOWER_BOUND' ? '+' : ''}` : null;
  const isTyped = known !== null && (known.value > TYPED_ABOVE || known.kind === 'LOWER_BOUND');
  const isTypedRight = isCounted ? parseNumber(typed, locale) === known.value : isTypedAs(typed, props.verb, locale);
  const isPointless = forecast.data?.kind === 'EXACT' && changingOf(forecast.data) === 0;
  const isComplete =
    forecast.data !== undefined &&
    !forecast.error &&
    !isPointless &&
    (!props.isReasonRequired || reason.trim() !== '') &&
    (!isTyped || isTypedRight) &&
    !props.isIncomplete;

  const problemOf = (field: string): string | undefined => {
    const entry = Object.entries(failure?.details.fields ?? {}).find(([path]) => path.split('.').at(-1) === field);
    const problem: FieldProblem | undefined = entry?.[1][0];
    return problem && t(fieldRuleKey(problem.rule), problem.params);
  };
  const isOnField = Object.keys(failure?.details.fields ?? {}).length > 0;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The state alone would allow a second click before the next render.
    if (!isComplete || running.current || !forecast.data) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    const { upTo } = forecast.data;
    const content = JSON.stringify([reason.trim(), upTo, props.content]);
    if (attempt.current?.content !== content) attempt.current = { content, key: newIdempotencyKey() };
    try {
      await props.onStart({ reason: reason.trim(), upTo, idempotencyKey: attempt.current.key });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error);
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <RecordDialog
      title={figure === null ? t(props.titles[1]) : t(props.titles[0], { figure, count: known?.value ?? 0 })}
      onClose={props.onClose}
    >
      <form ref={form} className="bc-dialog-form" data-bulk noValidate onSubmit={(event) => void submit(event)}>
        <BulkForecastNote query={forecast} changeWords={props.changeWords} reasonWords={props.reasonWords} />
        <p>{props.consequence}</p>
        {props.fields?.(problemOf)}
        <Textarea
          label={t('records.reason.label')}
          description={t('records.bulk.reason-hint')}
          inputWrapperOrder={FIELD_ORDER}
          required={props.isReasonRequired}
          withAsterisk={false}
          maxLength={LIMITS.reasonMaxLength}
          autosize={false}
          rows={2}
          value={reason}
          error={problemOf('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {isTyped ? (
          <TextInput
            label={
              isCounted
                ? t('records.bulk.type-number', { count: known.value })
                : t('records.bulk.type-verb', { verb: props.verb })
            }
            inputMode={isCounted ? 'numeric' : 'text'}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : null}
        {failure && !isOnField ? <DialogProblem error={failure} /> : null}
        <div className="bc-dialog-buttons">
          <Button data-autofocus onClick={props.onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button
            type="submit"
            variant="filled"
            {...(props.isDestructive ? { color: 'red' } : {})}
            disabled={!isComplete}
            loading={isBusy}
          >
            {props.verb}
          </Button>
        </div>
      </form>
    </RecordDialog>
  );
}
