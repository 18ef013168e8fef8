import { formatExact, formatRelative, useClock } from '@backcounter/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { JobViewFragment } from '../../generated/graphql.ts';
import { JobStateMark } from '../../jobs/job-state.tsx';
import { jobTitle, outcomeWords, progressWords } from '../../jobs/job-words.ts';
import { durationWords } from '../../lib/format/duration.ts';
import { codeColumn, nothing } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import styles from './job.module.css';

/** A cell that is tinted briefly when its value changes. */
function Flash({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  const shown = useRef(value);
  const [flashes, setFlashes] = useState(0);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    setFlashes((count) => count + 1);
  }, [value]);
  return (
    <span key={flashes} className={styles['cell']} data-flash={flashes > 0 || undefined}>
      {children}
    </span>
  );
}

/** How long a job took, or has taken so far; null before it started. */
export function jobDuration({ startedAt, finishedAt }: JobViewFragment, nowMs: number): number | null {
  if (!startedAt) return null;
  return (finishedAt ? Date.parse(finishedAt) : nowMs) - Date.parse(startedAt);
}

function state(job: JobViewFragment): ReactNode {
  return (
    <Flash value={`${job.state} ${job.isCancelRequested}`}>
      <JobStateMark job={job} />
    </Flash>
  );
}

/** Time since the request, kept current. */
function Asked({ job, formats }: { readonly job: JobViewFragment; readonly formats: CellFormats }) {
  const now = useClock();
  return <time dateTime={job.createdAt}>{formatRelative(new Date(job.createdAt), new Date(now), formats)}</time>;
}

const SECOND_MS = 1_000;

/** How long a job took, or has taken so far. */
function Duration({ job, formats }: { readonly job: JobViewFragment; readonly formats: CellFormats }) {
  const isRunning = job.state === 'RUNNING';
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  const duration = jobDuration(job, now);
  return duration === null ? nothing(formats) : durationWords(duration, formats);
}

/** Columns: kind, state, outcome, requester, progress, duration, time. */
export const jobColumns: readonly ListColumn<JobViewFragment>[] = [
  {
    key: 'kind',
    headerKey: 'job.field.kind',
    width: 264,
    grows: true,
    isPinned: true,
    render: (job, formats) => <span className="bc-cell-name">{jobTitle(job, formats)}</span>,
  },
  { key: 'state', headerKey: 'job.field.state', width: 172, render: state },
  {
    key: 'outcome',
    headerKey: 'job.field.outcome',
    width: 200,
    grows: true,
    render: (job, formats) => outcomeWords(job.outcomes, formats) ?? nothing(formats),
  },
  {
    key: 'requester',
    headerKey: 'job.field.requester',
    width: 160,
    render: ({ requester }) => <bdi>{requester.name}</bdi>,
  },
  {
    key: 'progress',
    headerKey: 'job.field.progress',
    width: 120,
    align: 'end',
    render: (job, formats) => <Flash value={String(job.done)}>{progressWords(job, formats)}</Flash>,
  },
  {
    key: 'duration',
    headerKey: 'job.field.duration',
    width: 120,
    align: 'end',
    render: (job, formats) => <Duration job={job} formats={formats} />,
  },
  codeColumn('id', 'job.field.id', 160, ({ id }) => id, { isHiddenAtFirst: true }),
  {
    key: 'created',
    headerKey: 'job.field.created',
    width: 112,
    align: 'end',
    sort: 'created',
    render: (job, formats) => <Asked job={job} formats={formats} />,
    fullText: ({ createdAt }, formats) => formatExact(new Date(createdAt), formats),
  },
];

/** Two lines on a phone: kind and requester on the left; state and progress on the right. */
export function jobPhoneRow(job: JobViewFragment, formats: CellFormats): ReactNode {
  return (
    <PhoneRow title={jobTitle(job, formats)} end={state(job)} state={<small>{progressWords(job, formats)}</small>}>
      <bdi>{job.requester.name}</bdi> · <Asked job={job} formats={formats} />
    </PhoneRow>
  );
}
