import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportScheduleViewFragment } from '../../generated/graphql.ts';
import { JobActions } from '../../jobs/job-actions.tsx';
import { JobStateMark } from '../../jobs/job-state.tsx';
import { jobErrorWords } from '../../jobs/job-words.ts';
import { load, newIdempotencyKey, request } from '../../lib/api/graphql-client.ts';
import { hourWords, weekdayWords } from '../../lib/format/weekly-time.ts';
import { placeOfZone, zonedWords } from '../../lib/format/zoned-words.ts';
import { PageHeader } from '../../lib/page/page-header.tsx';
import { QueryFailure } from '../../lib/page/query-failure.tsx';
import { refusedFieldWords } from '../../lib/record/field-rules.ts';
import { ReasonDialog } from '../../records/reason-dialog.tsx';
import {
  exportSchedulesQuery,
  pauseExportScheduleMutation,
  removeExportScheduleMutation,
} from './export.operations.ts';
import styles from './export-schedule.module.css';

const KEY = ['export-schedules'] as const;

/** `/exports`: the person's scheduled exports, with the file of each last run. */
export function ExportSchedulesPage() {
  const { t } = useMessages();
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<{ readonly id: string; readonly name: string; readonly key: string }>();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await load(exportSchedulesQuery, {}, signal)).exportSchedules,
  });
  const schedules = query.data;
  const show = (all: readonly ExportScheduleViewFragment[]) => queryClient.setQueryData(KEY, all);
  return (
    <>
      <PageHeader title={t('shell.page.exports')} />
      {schedules === undefined ? (
        query.error ? (
          <QueryFailure query={query} title={t('exports.failed')} />
        ) : (
          <div role="status" aria-label={t('common.place.loading')}>
            <Skeleton width="16rem" />
          </div>
        )
      ) : schedules.length === 0 ? (
        <EmptyState title={t('exports.none')} body={t('exports.none-hint')} />
      ) : (
        <ul className={styles['list']} aria-label={t('shell.page.exports')}>
          {schedules.map((schedule) => (
            <Schedule
              key={schedule.id}
              schedule={schedule}
              onChanged={show}
              onRemove={() => setRemoving({ ...schedule, key: newIdempotencyKey() })}
              onRun={() => void query.refetch()}
            />
          ))}
        </ul>
      )}
      {removing ? (
        <ReasonDialog
          title={t('exports.remove-title', { name: removing.name })}
          consequence={t('exports.remove-consequence')}
          verb={t('exports.remove')}
          isDestructive
          isReasonRequired={false}
          hasReason={false}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            const input = { id: removing.id };
            const options = { idempotencyKey: removing.key, errorsShown: 'in-place' } as const;
            show(
              (await request(removeExportScheduleMutation, { input }, options)).removeExportSchedule.exportSchedules,
            );
            setRemoving(undefined);
          }}
        />
      ) : null}
    </>
  );
}

interface ScheduleProps {
  readonly schedule: ExportScheduleViewFragment;
  readonly onChanged: (all: readonly ExportScheduleViewFragment[]) => void;
  readonly onRemove: () => void;
  readonly onRun: () => void;
}

function Schedule({ schedule, onChanged, onRemove, onRun }: ScheduleProps) {
  const { t, locale } = useMessages();
  const { id, name, frequency, day, hour, timeZone, nextAt, pauseCode, lastJob } = schedule;
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const isPaused = nextAt === null;
  const pause = async () => {
    if (isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const input = { id, isPaused: !isPaused };
      const options = { idempotencyKey: newIdempotencyKey() };
      onChanged((await request(pauseExportScheduleMutation, { input }, options)).pauseExportSchedule.exportSchedules);
    } catch (error) {
      // The client has shown any other failure.
      setRefusal(refusedFieldWords(error, { t }));
      onRun();
    } finally {
      setBusy(false);
    }
  };
  const time = hourWords(hour, locale);
  const zone = placeOfZone(timeZone);
  return (
    <li className={styles['schedule']}>
      <div className="bc-row bc-wrap bc-between bc-gap-md">
        <strong className="bc-break">
          <bdi>{name}</bdi>
        </strong>
        <span className="bc-flex bc-gap-md">
          <Button
            size="sm"
            loading={isBusy}
            aria-label={t(isPaused ? 'exports.resume-of' : 'exports.pause-of', { name })}
            onClick={() => void pause()}
          >
            {t(isPaused ? 'exports.resume' : 'exports.pause')}
          </Button>
          <Button size="sm" aria-label={t('exports.remove-of', { name })} onClick={onRemove}>
            {t('exports.remove')}
          </Button>
        </span>
      </div>
      <p>
        {frequency === 'DAILY' ? t('exports.DAILY', { time, zone }) : null}
        {frequency === 'WEEKLY' ? t('exports.WEEKLY', { day: weekdayWords(day ?? 1, locale), time, zone }) : null}
        {frequency === 'MONTHLY' ? t('exports.MONTHLY', { day: day ?? 1, time, zone }) : null}
      </p>
      {nextAt ? (
        <p className="bc-muted">{t('exports.next', { time: zonedWords(nextAt, timeZone, locale) })}</p>
      ) : pauseCode ? (
        <p className="bc-negative">{t('exports.stopped', { cause: jobErrorWords(pauseCode, { t }) })}</p>
      ) : (
        <p className="bc-muted">{t('exports.paused')}</p>
      )}
      {refusal ? (
        <p className="bc-negative" role="alert">
          {refusal}
        </p>
      ) : null}
      {lastJob ? (
        <div className="bc-row bc-wrap bc-between bc-gap-md">
          <small>
            {t('exports.last', { time: zonedWords(lastJob.createdAt, timeZone, locale) })}{' '}
            <JobStateMark job={lastJob} />
          </small>
          <span className="bc-flex bc-gap-md">
            <JobActions job={lastJob} onChanged={onRun} />
          </span>
        </div>
      ) : null}
    </li>
  );
}
