import { isJobActive, JOB_LIMITS, may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, RelativeTime, Skeleton } from '@backcounter/ui';
import { ActionIcon } from '@mantine/core';
import { useClickOutside, useFocusTrap, useMergedRef } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { JobViewFragment } from '../../../generated/graphql.ts';
import { JobActions } from '../../../jobs/job-actions.tsx';
import { JobProgress } from '../../../jobs/job-progress.tsx';
import { JobStateMark } from '../../../jobs/job-state.tsx';
import { jobErrorWords, jobTitle, outcomeWords, reasonWords } from '../../../jobs/job-words.ts';
import { useMyJobs } from '../../../jobs/use-my-jobs.ts';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import { dateFormat, formatNumber } from '../../../lib/format/formats.ts';
import { useEscapeWithoutFocus } from '../../../lib/page/escape-without-focus.ts';
import { useFocusReturn } from '../../../lib/page/focus-return.ts';
import { QueryFailure } from '../../../lib/page/query-failure.tsx';
import { currentRoles } from '../../../lib/settings/session.ts';
import styles from './job-tray.module.css';

/** The person's jobs that are active or ended within a day, beside the current page. */
export function JobTray({ onClose }: { readonly onClose: () => void }) {
  const { t } = useMessages();
  const { jobs, error, isFetching, refetch, put } = useMyJobs();
  useFocusReturn();
  const outside = useClickOutside<HTMLElement>((event) => {
    // The button closes it itself.
    if (!(event.target instanceof Element && event.target.closest('[data-job-button], [data-toast-region]'))) onClose();
  });
  const inside = useRef<HTMLElement>(null);
  useEscapeWithoutFocus(inside, onClose);
  const panel = useMergedRef(outside, inside, useFocusTrap());
  return (
    <section
      ref={panel}
      className={styles['tray']}
      role="dialog"
      aria-labelledby="bc-tray-title"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles['head']}>
        <h2 id="bc-tray-title" tabIndex={-1} data-autofocus>
          {t('job.tray.title')}
        </h2>
        <ActionIcon size="md" aria-label={t('common.action.close')} onClick={onClose}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      {jobs ? (
        jobs.length === 0 ? (
          <EmptyState title={t('job.tray.empty', { hours: JOB_LIMITS.trayHours })} />
        ) : (
          <ul aria-label={t('job.tray.title')}>
            {jobs.map((job) => (
              <TrayJob key={job.id} job={job} onChanged={put} />
            ))}
          </ul>
        )
      ) : error ? (
        <QueryFailure query={{ error, isFetching, refetch }} title={t('job.tray.failed')} />
      ) : (
        <div className={styles['loading']} role="status" aria-label={t('common.place.loading')}>
          <Skeleton width="12rem" />
          <Skeleton width="16rem" />
        </div>
      )}
      {may(currentRoles(), 'job.read-all') ? (
        <div className={styles['end']}>
          <Link to="/admin/jobs" onClick={onClose}>
            {t('job.tray.all')}
          </Link>
        </div>
      ) : null}
    </section>
  );
}

/** Files are kept for a day, so the hour alone could be read as a past one. */
const END_OF_FILE = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
/** The file has the others. */
const REASONS_MAX = 3;

interface TrayJobProps {
  readonly job: JobViewFragment;
  readonly onChanged: (job: JobViewFragment) => void;
}

function TrayJob({ job, onChanged }: TrayJobProps) {
  const messages = useMessages();
  const { t, locale, timeZone } = messages;
  const outcome = outcomeWords(job.outcomes, messages);
  const endOfFile = dateFormat(locale, { timeZone, ...END_OF_FILE });
  const isActive = isJobActive(job.state);
  const reasons = job.outcomes.filter(({ reason }) => reason !== null).slice(0, REASONS_MAX);
  return (
    <li>
      <div className={styles['line']}>
        <strong>{jobTitle(job, messages)}</strong>
        <JobStateMark job={job} />
      </div>
      {isActive && job.startedAt ? <JobProgress job={job} /> : null}
      {isActive || !outcome ? null : <p>{outcome}</p>}
      {isActive || reasons.length === 0 ? null : (
        <ul>
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              {t('job.reason.count', {
                reason: reasonWords(job.kind, reason ?? '', messages),
                count: formatNumber(count, locale),
              })}
            </li>
          ))}
        </ul>
      )}
      {job.errorCode ? (
        <div className={styles['error']}>
          <p>{jobErrorWords(job.errorCode, messages)}</p>
          <span>
            {t('common.place.reference')} <CopyChip value={job.id} isId={false} />
          </span>
        </div>
      ) : null}
      <div className={styles['foot']}>
        <small>
          <RelativeTime value={new Date(job.finishedAt ?? job.createdAt)} locale={locale} timeZone={timeZone} />
          {job.result
            ? ` · ${t('job.result.until', { time: endOfFile.format(new Date(job.result.expiresAt)) })}`
            : null}
        </small>
        <span>
          <JobActions job={job} onChanged={onChanged} />
        </span>
      </div>
    </li>
  );
}
