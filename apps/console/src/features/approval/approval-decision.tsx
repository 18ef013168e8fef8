import { type ErrorCode, LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Textarea } from '@mantine/core';
import { IconFingerprint, IconShieldCheck, IconX } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../lib/api/error-text.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { ExactTime } from '../../lib/format/exact-time.tsx';
import { DialogProblem } from '../../records/dialog-problem.tsx';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import { RecordCard } from '../../records/record-page.tsx';
import styles from './approval.module.css';
import { approveRequestMutation, cancelRequestMutation, declineRequestMutation } from './approval.operations.ts';
import { TimeLeft } from './approval-words.tsx';
import { type Approval, useApprovalStep } from './use-approval.ts';

/** Without one, people can only decline. */
const NO_FACTOR = 'approval.no-second-factor';

interface DecisionProps {
  readonly approval: Approval;
}

/** The decision of this person, or why they have none, or the one that was made. */
export function Decision({ approval }: DecisionProps) {
  const formats = useMessages();
  const { t } = formats;
  const isPending = approval.state === 'PENDING' && approval.decideRefusal !== 'state.invalid-transition';
  const isMine = approval.mayDecide || approval.decideRefusal === NO_FACTOR;
  return (
    <RecordCard
      title={t(isPending && isMine ? 'approval.decision.title' : 'approval.decision.other')}
      action={isPending ? <TimeLeft at={approval.expiresAt} formats={formats} /> : null}
    >
      {approval.note ? (
        <div className={`${styles['pad']} bc-muted`} dir="auto">
          “{approval.note}”
        </div>
      ) : null}
      {isPending ? (
        isMine ? (
          <DecisionForm approval={approval} />
        ) : (
          <Waiting approval={approval} />
        )
      ) : (
        <Decided approval={approval} />
      )}
    </RecordCard>
  );
}

/** Runs one step at a time; its problem is shown in place. */
function useRunning() {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const running = useRef(false);
  const run = async (name: string, step: () => Promise<void>) => {
    // The state alone would allow a second click before the next render.
    if (running.current) return;
    running.current = true;
    setBusy(name);
    setProblem(null);
    try {
      await step();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setProblem(error);
    } finally {
      running.current = false;
      setBusy(null);
    }
  };
  return { busy, problem, run };
}

function DecisionForm({ approval }: DecisionProps) {
  const { t } = useMessages();
  const send = useApprovalStep(approval);
  const { busy, problem, run } = useRunning();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const whyNot =
    approval.isUnchanged === false
      ? t('approval.decision.changed')
      : approval.mayDecide
        ? null
        : t(`error.${NO_FACTOR}`);
  const note = reason.trim();
  const decline = () => {
    setMissing(note === '');
    if (note === '') field.current?.focus();
    else void run('decline', () => send(declineRequestMutation, { reason: note }));
  };
  const approve = (event: FormEvent) => {
    event.preventDefault();
    if (whyNot !== null) return;
    const { contentHash } = approval;
    void run('approve', () => send(approveRequestMutation, { note: note || null, contentHash }));
  };
  return (
    <form className={`${styles['pad']} bc-stack bc-gap-md`} onSubmit={approve}>
      <Textarea
        ref={field}
        label={t('approval.field.decisionNote')}
        description={t('approval.decision.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t('approval.decision.placeholder')}
        maxLength={LIMITS.reasonMaxLength}
        rows={2}
        value={reason}
        error={isMissing && note === '' ? t('approval.decision.missing') : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {problem ? <DialogProblem error={problem} /> : null}
      {whyNot === null ? null : <p className="bc-negative">{whyNot}</p>}
      <div className={`${styles['buttons']} bc-flex bc-gap-md`}>
        <Button
          className="bc-destructive"
          leftSection={<IconX size={16} stroke={1.75} aria-hidden />}
          loading={busy === 'decline'}
          onClick={decline}
        >
          {t('approval.decision.decline')}
        </Button>
        <Button
          type="submit"
          variant="filled"
          className="bc-grow"
          leftSection={<IconFingerprint size={16} stroke={1.75} aria-hidden />}
          disabled={whyNot !== null}
          loading={busy === 'approve'}
        >
          {t('approval.decision.approve')}
        </Button>
      </div>
      <p className="bc-row bc-gap-sm bc-small bc-muted">
        <IconShieldCheck size={14} stroke={1.75} aria-hidden />
        {t('approval.decision.second-factor')}
      </p>
    </form>
  );
}

/** Someone else decides; the requester can cancel. */
function Waiting({ approval }: DecisionProps) {
  const { t } = useMessages();
  const send = useApprovalStep(approval);
  const [isAsked, setAsked] = useState(false);
  return (
    <div className={`${styles['pad']} bc-stack bc-gap-md`}>
      <p>{t(approval.mayCancel ? 'approval.decision.own' : 'approval.decision.others')}</p>
      {approval.mayCancel ? <Button onClick={() => setAsked(true)}>{t('approval.cancel.verb')}</Button> : null}
      {isAsked ? (
        <ReasonDialog
          title={t('approval.cancel.title', { code: approval.code })}
          consequence={t('approval.cancel.consequence')}
          verb={t('approval.cancel.verb')}
          isDestructive={false}
          isCancelling
          isReasonRequired={false}
          hasReason={false}
          onClose={() => setAsked(false)}
          onConfirm={() => send(cancelRequestMutation, {}).then(() => setAsked(false))}
        />
      ) : null}
    </div>
  );
}

function Decided({ approval }: DecisionProps) {
  const messages = useMessages();
  const { t } = messages;
  const { state, decidedBy, decidedAt, decisionNote, failure } = approval;
  return (
    <div className={`${styles['pad']} bc-stack bc-gap-md`}>
      <p>
        {t(`approval.decided.${state === 'PENDING' ? 'EXPIRED' : state}`, { name: decidedBy?.name ?? '' })}{' '}
        {decidedAt == null ? null : <ExactTime at={decidedAt} />}
      </p>
      {decisionNote ? (
        <p className="bc-muted" dir="auto">
          “{decisionNote}”
        </p>
      ) : null}
      {failure ? <p className="bc-negative">{errorWords(new RequestError(failure as ErrorCode), messages)}</p> : null}
    </div>
  );
}
