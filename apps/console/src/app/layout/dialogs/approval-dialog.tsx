import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { NeedsApproval } from '../../../lib/api/approval-asking.ts';
import { errorWords } from '../../../lib/api/error-text.ts';
import { request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { Dialog } from '../../../lib/page/dialog.tsx';
import { useOwnEscape } from '../../../lib/page/own-escape.ts';
import { useAttempt } from '../../../lib/record/record-steps.ts';
import { APPROVALS } from '../../../records/approvals/open-approvals.ts';
import { DialogProblem } from '../../../records/dialog-problem.tsx';
import { requestApprovalMutation } from './approval-dialog.operations.ts';

/** Requests the approval of a mutation; it waits below with all input, and runs when it is approved. */
export function ApprovalDialog({ operation, variables, error, close }: NeedsApproval) {
  const messages = useMessages();
  const { t } = messages;
  const queryClient = useQueryClient();
  const attempt = useAttempt();
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [made, setMade] = useState<{ readonly id: string; readonly code?: string } | null>(null);
  useOwnEscape(close);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The form of the mutation below is not submitted as well.
    event.stopPropagation();
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    const input = { operation, variables, note: note.trim() || null };
    try {
      const options = { idempotencyKey: attempt(input), errorsShown: 'in-place', successShown: 'in-place' } as const;
      setMade((await request(requestApprovalMutation, { input }, options)).requestApproval.approval);
      void queryClient.invalidateQueries({ queryKey: [APPROVALS] });
    } catch (cause) {
      if (!(cause instanceof RequestError)) throw cause;
      const earlier = cause.code === 'approval.pending' ? cause.details.record : undefined;
      if (earlier) setMade({ id: earlier.id });
      else setProblem(cause);
    } finally {
      setBusy(false);
    }
  };

  if (made)
    return (
      <Dialog
        title={made.code === undefined ? t('approval.ask.pending') : t('approval.ask.done', { code: made.code })}
        onClose={close}
      >
        <div className="bc-dialog-form">
          <p className="bc-dialog-consequence">{t('approval.ask.next')}</p>
          <div className="bc-dialog-buttons">
            <Button onClick={close}>{t('common.action.close')}</Button>
            <Button component={Link} to={`/approvals/${made.id}`} variant="filled" data-autofocus onClick={close}>
              {t('approval.ask.open')}
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t('approval.ask.title')} onClose={close}>
      <form className="bc-dialog-form" onSubmit={(event) => void submit(event)}>
        <p className="bc-dialog-consequence">{errorWords(error, messages)}</p>
        <Textarea
          label={t('approval.field.note')}
          description={t('approval.ask.note-hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={LIMITS.reasonMaxLength}
          rows={2}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {problem ? <DialogProblem error={problem} /> : null}
        <div className="bc-dialog-buttons">
          <Button onClick={close}>{t('common.action.cancel')}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {t('approval.ask.verb')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
