import { useMessages } from '@backcounter/i18n/react';
import { useEffect, useState } from 'react';
import type { JobViewFragment } from '../generated/graphql.ts';
import { durationWords } from '../lib/format/duration.ts';
import { formatNumber } from '../lib/format/formats.ts';
import { jobPaces } from './job-pace.ts';
import styles from './job-progress.module.css';
import { jobTitle, progressWords } from './job-words.ts';

const TICK_MS = 1_000;
const MINUTE_MS = 60_000;

/** Progress of a running job as a bar and in words; rate and remaining time only with enough data. */
export function JobProgress({ job }: { readonly job: JobViewFragment }) {
  const messages = useMessages();
  const { t, locale } = messages;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const total = job.total ?? null;
  const pace = job.state === 'RUNNING' && !job.isCancelRequested ? jobPaces.of(job.id, total, now) : null;
  const share = total === null ? null : total === 0 ? 1 : Math.min(1, job.done / total);
  const words = [progressWords(job, messages)];
  if (pace) {
    const perSecond = formatNumber(pace.perSecond, locale, { maximumSignificantDigits: 2 });
    words.push(t('job.progress.rate', { rate: perSecond }));
    // Whole minutes from one on: fluctuating seconds say less.
    if (pace.leftMs !== null) {
      const step = pace.leftMs < MINUTE_MS ? 5_000 : MINUTE_MS;
      const left = Math.max(step, Math.ceil(pace.leftMs / step) * step);
      words.push(t('job.progress.left', { time: durationWords(left, { locale }) }));
    }
  }
  return (
    <div className={styles['jobProgress']}>
      <div
        role="progressbar"
        aria-label={jobTitle(job, messages)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
        aria-valuetext={progressWords(job, messages)}
        data-unknown={share === null || undefined}
      >
        <span style={{ inlineSize: share === null ? undefined : `${share * 100}%` }} />
      </div>
      <span>{words.join(' · ')}</span>
    </div>
  );
}
