import { useMessages } from '@backcounter/i18n/react';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobQuery, JobViewFragment } from '../../generated/graphql.ts';
import { jobKindWords, summaryOf } from '../../jobs/job-kinds.ts';
import { reasonWords } from '../../jobs/job-words.ts';
import { load, request } from '../../lib/api/graphql-client.ts';
import { BulkDialog } from '../../records/bulk/bulk-dialog.tsx';
import type { BulkForecast } from '../../records/bulk/bulk-forecast.tsx';
import { undoJobMutation, undoPreviewQuery } from './job-page.operations.ts';

interface UndoJobProps {
  readonly job: JobQuery['job'];
  /** Called with the job that undoes this one. */
  readonly onStarted: (job: JobViewFragment) => void;
  readonly onClose: () => void;
}

/** Shows the forecast of undoing a job, then starts the job that does it. */
export function UndoJob({ job, onStarted, onClose }: UndoJobProps) {
  const messages = useMessages();
  const { t } = messages;
  const { id, kind } = job;
  const [restoresChanged, setRestoresChanged] = useState(false);
  const forecast = useQuery({
    queryKey: ['undo-preview', id, restoresChanged],
    queryFn: async ({ signal }): Promise<BulkForecast> => {
      const { previewUndoJob } = await load(undoPreviewQuery, { id, restoresChanged }, signal);
      const hrefOf = (record: string) => jobKindWords(kind).recordHref?.(record, summaryOf(job)) ?? '';
      return {
        ...previewUndoJob,
        groups: previewUndoJob.groups.map(({ reason, count, samples }) => ({
          reason: reason ?? null,
          count,
          samples: samples.map((sample) => ({ ...sample, href: hrefOf(sample.id) })),
        })),
      };
    },
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  return (
    <BulkDialog
      titles={['job.undo.title', 'job.undo.title-all']}
      verb={t('job.undo.verb')}
      consequence={t('job.undo.consequence')}
      changeWords={(count) => t('job.undo.will', { count })}
      reasonWords={(reason) => reasonWords(kind, reason, messages)}
      isDestructive={false}
      isReasonRequired
      count={null}
      forecast={forecast}
      content={String(restoresChanged)}
      isIncomplete={forecast.isPlaceholderData}
      fields={() =>
        restoresChanged || forecast.data?.groups.some(({ reason }) => reason === 'changed-since') ? (
          <Checkbox
            label={t('job.undo.restores-changed')}
            checked={restoresChanged}
            onChange={(event) => setRestoresChanged(event.currentTarget.checked)}
          />
        ) : null
      }
      onStart={async ({ reason, idempotencyKey }) => {
        const { undoJob } = await request(
          undoJobMutation,
          { input: { id, restoresChanged, reason } },
          { idempotencyKey, errorsShown: 'in-place' },
        );
        onStarted(undoJob.job);
      }}
      onClose={onClose}
    />
  );
}
