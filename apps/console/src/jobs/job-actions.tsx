import { useMessages } from '@backcounter/i18n/react';
import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { JobViewFragment } from '../generated/graphql.ts';
import { bestEffort } from '../lib/page/best-effort.ts';
import { cancelJob, downloadResult, retryJob } from './job-changes.ts';
import { jobTitle } from './job-words.ts';

interface JobActionsProps {
  readonly job: JobViewFragment;
  readonly size?: ButtonProps['size'];
  /** Called with the job after a change; with another job when failed records are retried. */
  readonly onChanged: (job: JobViewFragment) => void;
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Actions on a job now: download its file, retry, cancel. */
export function JobActions({ job, size = 'sm', onChanged }: JobActionsProps) {
  const messages = useMessages();
  const { t } = messages;
  const [busy, setBusy] = useState<'cancel' | 'retry' | 'file' | null>(null);
  // A pressed button that disappears loses the focus, and the panel around it the keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these determine the buttons
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true });
  }, [job.canCancel, job.canRetry, job.result === null, busy]);
  const act = (what: NonNullable<typeof busy>, run: () => Promise<JobViewFragment | undefined>) => {
    if (busy !== null) return;
    setBusy(what);
    // The client has shown a failure.
    void bestEffort('A change of a job', run).then((changed) => {
      setBusy(null);
      if (changed) onChanged(changed);
    });
  };
  const title = jobTitle(job, messages);
  const isGoingOn = job.state === 'CANCELED' || job.state === 'FAILED';
  // A file with only skipped and failed records has another label.
  const holdsProblems = job.result !== null && job.outcomes.some(({ outcome }) => outcome !== 'DONE');
  return (
    <>
      {job.result ? (
        <Button
          size={size}
          leftSection={<IconDownload {...icon} />}
          loading={busy === 'file'}
          aria-label={t(holdsProblems ? 'job.action.problems-of' : 'job.action.file-of', { job: title })}
          onClick={() => act('file', async () => void (await downloadResult(job.id)))}
        >
          {t(holdsProblems ? 'job.action.problems' : 'job.action.file')}
        </Button>
      ) : null}
      {job.canRetry ? (
        <Button
          size={size}
          leftSection={<IconRefresh {...icon} />}
          loading={busy === 'retry'}
          aria-label={t(isGoingOn ? 'job.action.resume-of' : 'job.action.retry-of', { job: title })}
          onClick={() => act('retry', () => retryJob(job.id))}
        >
          {t(isGoingOn ? 'job.action.resume' : 'job.action.retry')}
        </Button>
      ) : null}
      {job.canCancel ? (
        <Button
          size={size}
          leftSection={<IconPlayerStop {...icon} />}
          loading={busy === 'cancel'}
          aria-label={t('job.action.cancel-of', { job: title })}
          onClick={() => act('cancel', () => cancelJob(job.id))}
        >
          {t('job.action.cancel')}
        </Button>
      ) : null}
    </>
  );
}
