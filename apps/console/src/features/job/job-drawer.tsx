import { isJobActive } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, formatExact, Skeleton, type TimeStyle, useHint } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { JobQuery } from '../../generated/graphql.ts';
import { JobActions } from '../../jobs/job-actions.tsx';
import { jobKindWords, summaryOf } from '../../jobs/job-kinds.ts';
import { JobProgress } from '../../jobs/job-progress.tsx';
import { JobStateMark } from '../../jobs/job-state.tsx';
import { jobErrorWords, jobTitle, reasonWords } from '../../jobs/job-words.ts';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { formatInstant } from '../../lib/format/dates.ts';
import { durationWords } from '../../lib/format/duration.ts';
import { part } from '../../lib/page/part.ts';
import { QueryFailure } from '../../lib/page/query-failure.tsx';
import { refreshLists } from '../../listing/use-list-data.ts';
import { RecordDrawer } from '../../records/record-drawer.tsx';
import { FactList } from '../../records/record-page.tsx';
import styles from './job.module.css';
import { jobDuration } from './job-columns.tsx';
import { jobProblemsQuery, jobQuery } from './job-page.operations.ts';

const PROBLEMS_SHOWN = 10;
const UndoJob = part(() => import('./undo-job.tsx'), 'UndoJob');

/** One job beside the list: parameters, progress, results and times. */
export function JobDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const found = useQuery({
    queryKey: ['job', id],
    queryFn: async ({ signal }) => (await load(jobQuery, { id }, signal)).job,
  });
  const { data } = found;
  return (
    <RecordDrawer
      title={data ? jobTitle(data, messages) : t('shell.page.jobs')}
      state={data ? <JobStateMark job={data} variant="pill" /> : null}
      onClose={onClose}
    >
      {data ? (
        <JobDetails job={data} />
      ) : found.error ? (
        <QueryFailure query={found} title={t('job.place.failed')} />
      ) : (
        <div className={styles['job']} role="status" aria-label={t('common.place.loading')}>
          <Skeleton width="14rem" />
          <Skeleton width="10rem" />
        </div>
      )}
    </RecordDrawer>
  );
}

/** An instant in the person's zone, with seconds; its zone and UTC on hover and focus. */
function Instant({ value, ...style }: { readonly value: string } & TimeStyle) {
  const { target, hint } = useHint(formatExact(new Date(value), style));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its exact time is shown on focus */}
      <time dateTime={value} tabIndex={0} {...target}>
        {formatInstant(value, style)}
      </time>
      {hint}
    </>
  );
}

/** A record of a job; one that no longer exists has neither label nor page. */
function JobRecord({ label, href }: { readonly label: string | null; readonly href: string | null }) {
  const { t } = useMessages();
  if (label === null) return <span>{t('records.history.other-record')}</span>;
  const code = (
    <span className="bc-code" dir="ltr">
      {label}
    </span>
  );
  return href === null ? code : <Link to={href}>{code}</Link>;
}

function JobDetails({ job }: { readonly job: JobQuery['job'] }) {
  const messages = useMessages();
  const { t, locale, timeZone, figure } = messages;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isUndoing, setUndoing] = useState(false);
  const hasProblems = job.outcomes.some(({ outcome }) => outcome !== 'DONE');
  const problems = useQuery({
    queryKey: ['job-problems', job.id, job.done],
    queryFn: ({ signal }) => load(jobProblemsQuery, { id: job.id, first: PROBLEMS_SHOWN }, signal),
    enabled: hasProblems,
    placeholderData: (previous) => previous,
  });
  const instant = (value: string) => <Instant value={value} locale={locale} timeZone={timeZone} />;
  const duration = job.finishedAt ? jobDuration(job, Date.parse(job.finishedAt)) : null;
  const outcomeName = {
    DONE: t('job.outcome.name.DONE'),
    SKIPPED: t('job.outcome.name.SKIPPED'),
    FAILED: t('job.outcome.name.FAILED'),
  };
  const words = jobKindWords(job.kind);
  const summary = summaryOf(job);
  const facts = [
    ...(typeof summary['undoOf'] === 'string'
      ? [
          {
            name: t('job.undo.of'),
            value: (
              <Link to="/admin/jobs" search={{ open: summary['undoOf'] }}>
                {t('job.undo.of-job')}
              </Link>
            ),
          },
        ]
      : []),
    ...words.facts(summary, messages).map(({ name, value, href }) => ({
      name,
      value: href ? <Link to={href}>{value}</Link> : value,
    })),
    { name: t('job.field.requester'), value: <bdi>{job.requester.name}</bdi> },
    { name: t('job.field.created'), value: instant(job.createdAt) },
    ...(job.startedAt ? [{ name: t('job.field.started'), value: instant(job.startedAt) }] : []),
    ...(job.finishedAt ? [{ name: t('job.field.finished'), value: instant(job.finishedAt) }] : []),
    ...(duration === null ? [] : [{ name: t('job.field.duration'), value: durationWords(duration, messages) }]),
    {
      name: t('job.field.id'),
      value: <CopyChip value={job.id} />,
    },
    {
      name: t('job.field.trail'),
      value: (
        <span className="bc-stack bc-top bc-gap-xs">
          <Link to="/admin/audit" search={{ kind: 'job', record: job.id }}>
            {t('job.trail.of-job')}
          </Link>
          {job.requestId ? (
            <Link to="/admin/audit" search={{ q: job.requestId }}>
              {t('job.trail.of-records')}
            </Link>
          ) : null}
        </span>
      ),
    },
  ];
  return (
    <div className={styles['job']}>
      {isJobActive(job.state) && job.startedAt ? <JobProgress job={job} /> : null}
      {job.errorCode ? <p className="bc-negative">{jobErrorWords(job.errorCode, messages)}</p> : null}
      <div className="bc-wrap bc-gap-md">
        <JobActions
          job={job}
          size="md"
          onChanged={(changed) => {
            queryClient.setQueryData(
              ['job', changed.id],
              (known?: JobQuery['job']) => known && { ...known, ...changed },
            );
            void refreshLists(queryClient, 'jobs');
          }}
        />
        {job.canUndo ? (
          <Button
            size="md"
            leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
            onClick={() => setUndoing(true)}
          >
            {t('job.undo.action')}
          </Button>
        ) : null}
      </div>
      {isUndoing ? (
        <UndoJob
          job={job}
          onClose={() => setUndoing(false)}
          onStarted={({ id }) => {
            setUndoing(false);
            void refreshLists(queryClient, 'jobs');
            void navigate({ to: '/admin/jobs', search: { open: id } });
          }}
        />
      ) : null}
      <FactList facts={facts} />
      {job.outcomes.length > 0 ? (
        <>
          <h3>{t('job.field.outcome')}</h3>
          <ul>
            {job.outcomes.map(({ outcome, reason, count }) => (
              <li key={`${outcome} ${reason}`}>
                <span>
                  {outcome === 'DONE' && job.requestId && words.recordHref ? (
                    <Link to="/admin/audit" search={{ q: job.requestId }}>
                      {outcomeName[outcome]}
                    </Link>
                  ) : (
                    outcomeName[outcome]
                  )}
                  {reason ? ` · ${reasonWords(job.kind, reason, messages)}` : null}
                </span>
                <span>{figure(count)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {problems.error || problems.data?.jobProblems.length ? (
        <>
          <h3>{t('job.place.problems', { count: PROBLEMS_SHOWN })}</h3>
          {problems.error ? (
            <EmptyState title={t(errorKeyOf(problems.error))} />
          ) : (
            <ul>
              {problems.data?.jobProblems.map(({ recordId, label, reason }) => (
                <li key={recordId}>
                  <JobRecord label={label ?? null} href={words.recordHref?.(recordId, summary) ?? null} />
                  <span>{reasonWords(job.kind, reason, messages)}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      ) : null}
    </div>
  );
}
