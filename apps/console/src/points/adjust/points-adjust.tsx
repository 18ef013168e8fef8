import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { ProblemWordsProps } from '../../lib/api/problem-words.tsx';
import { DialogProblem } from '../../records/dialog-problem.tsx';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { load, request } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { parseNumber } from '../../lib/format/number-text.ts';
import { RecordDialog } from '../../records/record-dialog.tsx';
import styles from '../points.module.css';
import { adjustPointsMutation, pointsAdjustmentMaxQuery } from '../points.operations.ts';
import type { NamedOwner } from '../points-owner.ts';
import { plainPoints, signedPoints } from '../points-words.ts';
import { type PointsWallet, usePointsWallet, useRefreshPoints } from '../use-points-wallet.ts';
import { attempts } from './adjustment-attempt.ts';
import {
  ADJUSTMENT_FIELDS,
  type AdjustmentField,
  type AdjustmentProblems,
  checkAdjustment,
  needsConfirmation,
  serverProblems,
} from './adjustment-check.ts';

/** Properties of {@link PointsAdjust}. */
export interface PointsAdjustProps {
  readonly owner: NamedOwner;
  /** The receipt that it corrects, with what is filled in. */
  readonly correction?: {
    readonly amount: number | null;
    readonly reason: string;
    readonly link: { readonly storeId: string; readonly receipt: string | null; readonly refusalId: string | null };
  };
  readonly onClose: () => void;
}

/** Adds points to an owner manually, or removes some; the dialog of both. */
export function PointsAdjust(props: PointsAdjustProps) {
  const { owner, onClose } = props;
  const { t } = useMessages();
  const wallet = usePointsWallet(owner);
  return (
    <RecordDialog title={t('points.adjust.title', { name: owner.name })} onClose={onClose}>
      {wallet.data ? (
        <AdjustForm {...props} wallet={wallet.data} />
      ) : (
        <p role="status">{t(wallet.error ? errorKeyOf(wallet.error) : 'common.place.loading')}</p>
      )}
    </RecordDialog>
  );
}

/** Codes after which it is unknown whether the points have moved. */
const UNANSWERED: readonly string[] = [
  'network.unreachable',
  'network.timed-out',
  'service.unavailable',
  'unexpected',
  'session.expired',
  'session.required',
];

function AdjustForm({ owner, wallet, correction, onClose }: PointsAdjustProps & { readonly wallet: PointsWallet }) {
  const link = correction?.link;
  // An unanswered correction is sent again for its receipt only.
  const slot = link ? { ...owner, id: [owner.id, ...Object.values(link)].join(':') } : owner;
  const { t, locale } = useMessages();
  const refresh = useRefreshPoints(owner);
  const { data: max = null } = useQuery({
    queryKey: ['points', 'adjustment-max'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(pointsAdjustmentMaxQuery, {}, signal)).pointsAdjustmentMax,
  });
  const [unanswered] = useState(() => attempts.open(slot));
  const [direction, setDirection] = useState<'CREDIT' | 'DEBIT'>(unanswered?.direction ?? 'CREDIT');
  const [amountText, setAmountText] = useState(String(unanswered?.amount ?? correction?.amount ?? ''));
  const [confirmText, setConfirmText] = useState('');
  const [reason, setReason] = useState(unanswered?.reason ?? correction?.reason ?? '');
  const [problems, setProblems] = useState<AdjustmentProblems>({});
  const [failure, setFailure] = useState<ProblemWordsProps | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const balance = wallet.balance ?? 0;
  const amount = parseNumber(amountText, locale);
  const isAmount = typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0;
  const delta = isAmount ? (direction === 'CREDIT' ? amount : -amount) : 0;
  const isFrozen = wallet.isFrozen && direction === 'DEBIT';

  const show = (next: AdjustmentProblems) => {
    setProblems(next);
    const first = ADJUSTMENT_FIELDS.find((field) => next[field] !== undefined);
    if (first !== undefined)
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
    return first !== undefined;
  };
  const receive = (error: RequestError) => {
    if (error.details.fields && show(serverProblems(error.details.fields))) return;
    const isTaken = Object.values(error.details.fields ?? {}).some(([problem]) => problem?.rule === 'taken');
    if (isTaken) return setFailure({ error, words: t('points.receipts.taken') });
    if (error.code === 'points.insufficient') show({ amount: 'insufficient' });
    else if (error.code === 'reason.required') show({ reason: 'required' });
    else setFailure({ error, words: UNANSWERED.includes(error.code) ? t('points.adjust.unanswered') : undefined });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The state alone would allow a second click before the next render.
    if (running.current || isFrozen) return;
    const confirmation = parseNumber(confirmText, locale);
    if (show(checkAdjustment({ direction, amount, confirmation, reason }, { balance, max })) || !isAmount) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    const { key, ...content } = attempts.begin(slot, { direction, amount, reason: reason.trim() });
    try {
      const input = {
        ...content,
        ...link,
        owner: { type: owner.type, id: owner.id },
        key,
        confirmAmount: needsConfirmation(amount) ? amount : null,
      };
      await request(adjustPointsMutation, { input }, { idempotencyKey: key, errorsShown: 'in-place' });
      attempts.end(slot);
      onClose();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // A refusal is an answer; a lost request keeps its key, so that sending it again moves nothing twice.
      if (!UNANSWERED.includes(error.code)) attempts.end(slot);
      receive(error);
    } finally {
      running.current = false;
      setBusy(false);
      void refresh();
    }
  };

  const problemOf = (field: AdjustmentField) => {
    const problem = problems[field];
    if (problem === undefined) return undefined;
    return (
      <span className={styles['problem']}>
        <IconAlertCircle size={14} stroke={1.75} aria-hidden />
        {t(`points.problem.${problem}`, {
          max: plainPoints(max ?? 0, locale),
          balance: plainPoints(balance, locale),
          amount: plainPoints(isAmount ? amount : 0, locale),
        })}
      </span>
    );
  };
  const numeric = { inputMode: 'numeric', autoComplete: 'off', dir: 'ltr' } as const;
  const touched = (field: AdjustmentField) => setProblems(({ [field]: _past, ...others }) => others);

  return (
    <form ref={form} className="bc-dialog-form" noValidate onSubmit={(event) => void submit(event)}>
      {unanswered ? (
        <p className={styles['open']} role="status">
          {t('points.adjust.open-attempt')}
        </p>
      ) : null}
      <SegmentedControl
        aria-label={t('points.adjust.direction')}
        fullWidth
        value={direction}
        onChange={(value) => {
          setDirection(value === 'DEBIT' ? 'DEBIT' : 'CREDIT');
          touched('amount');
        }}
        data={[
          { value: 'CREDIT', label: t('points.adjust.credit') },
          { value: 'DEBIT', label: t('points.adjust.debit') },
        ]}
      />
      {isFrozen ? (
        <p className="bc-dialog-problem" role="alert">
          {t('points.problem.frozen')}
        </p>
      ) : null}
      <TextInput
        {...numeric}
        name="amount"
        label={t('points.adjust.amount')}
        description={max === null ? undefined : t('points.adjust.limit', { max: plainPoints(max, locale) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={amountText}
        error={problemOf('amount')}
        data-autofocus
        onChange={(event) => {
          setAmountText(event.currentTarget.value);
          touched('amount');
        }}
      />
      {needsConfirmation(amount) ? (
        <TextInput
          {...numeric}
          name="confirmAmount"
          label={t('points.adjust.confirm', { amount: plainPoints(amount, locale) })}
          value={confirmText}
          error={problemOf('confirmAmount')}
          onPaste={(event) => event.preventDefault()}
          onChange={(event) => {
            setConfirmText(event.currentTarget.value);
            touched('confirmAmount');
          }}
        />
      ) : null}
      <Textarea
        name="reason"
        label={t('records.reason.label')}
        description={t('records.reason.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={LIMITS.reasonMaxLength}
        rows={2}
        value={reason}
        error={problemOf('reason')}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          touched('reason');
        }}
      />
      <p className="bc-medium bc-number" role="status">
        {delta === 0 ? (
          t('points.adjust.now', { figure: plainPoints(balance, locale) })
        ) : (
          <>
            {t('points.adjust.after', {
              before: plainPoints(balance, locale),
              after: plainPoints(balance + delta, locale),
            })}{' '}
            <bdi dir="ltr">({signedPoints(delta, locale)})</bdi>
          </>
        )}
      </p>
      {failure ? <DialogProblem {...failure} /> : null}
      <div className="bc-dialog-buttons">
        <Button onClick={onClose}>{t('common.action.cancel')}</Button>
        <Button type="submit" variant="filled" disabled={isFrozen} loading={isBusy}>
          {t(direction === 'CREDIT' ? 'points.adjust.give' : 'points.adjust.take')}
        </Button>
      </div>
    </form>
  );
}
