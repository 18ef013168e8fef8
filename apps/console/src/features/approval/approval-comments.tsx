import { APPROVAL_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Avatar } from '@backcounter/ui';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { RequestError } from '../../lib/api/request-error.ts';
import { ExactTime } from '../../lib/format/exact-time.tsx';
import { DialogProblem } from '../../records/dialog-problem.tsx';
import { RecordCard } from '../../records/record-page.tsx';
import styles from './approval.module.css';
import { commentOnRequestMutation } from './approval.operations.ts';
import { type Approval, useApprovalStep } from './use-approval.ts';

/** Comments on a request; open as long as it is pending. */
export function ApprovalComments({ approval }: { readonly approval: Approval }) {
  const { t, figure } = useMessages();
  const send = useApprovalStep(approval);
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const { comments, state } = approval;
  if (comments.length === 0 && state !== 'PENDING') return null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await send(commentOnRequestMutation, { text: text.trim() });
      setText('');
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <RecordCard
      title={t('approval.comments.title')}
      action={comments.length === 0 ? null : <span className="bc-faint bc-grow">{figure(comments.length)}</span>}
    >
      <ol className={styles['list']}>
        {comments.map(({ id, text: said, author, createdAt }) => (
          <li key={id} className="bc-flex bc-gap-lg">
            <Avatar id={author?.sub ?? ''} name={author?.name ?? ''} />
            <div className="bc-shrink bc-break">
              <b className="bc-medium" dir="auto">
                {author?.name}
              </b>{' '}
              <small className="bc-muted">
                <ExactTime at={createdAt} />
              </small>
              <p dir="auto">{said}</p>
            </div>
          </li>
        ))}
      </ol>
      {problem ? <DialogProblem error={problem} /> : null}
      {state === 'PENDING' ? (
        <form className={`${styles['pad']} bc-flex bc-gap-md`} onSubmit={(event) => void submit(event)}>
          <TextInput
            className="bc-grow"
            aria-label={t('approval.comments.add')}
            placeholder={t('approval.comments.add')}
            maxLength={APPROVAL_LIMITS.textMaxLength}
            dir="auto"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" disabled={text.trim() === ''} loading={isBusy}>
            {t('approval.comments.send')}
          </Button>
        </form>
      ) : null}
    </RecordCard>
  );
}
