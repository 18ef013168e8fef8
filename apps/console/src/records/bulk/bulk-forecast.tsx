import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { ProblemWords } from '../../lib/api/problem-words.tsx';
import styles from './bulk-forecast.module.css';

const SHOWN_SAMPLES = 3;

/** An example of the records in a group. */
export interface BulkSample {
  readonly id: string;
  readonly label: string;
  readonly href: string;
}

/** Records with the same outcome. */
export interface BulkGroup {
  /** Why they are skipped; null: they change. */
  readonly reason: string | null;
  readonly count: number;
  readonly samples: readonly BulkSample[];
}

/** Result of a dry run. */
export interface BulkForecast {
  /** Excludes rows created later. */
  readonly upTo: string;
  /** `LOWER_BOUND`: only this many could be checked in time. */
  readonly kind: 'EXACT' | 'LOWER_BOUND';
  readonly total: number;
  readonly groups: readonly BulkGroup[];
}

/** A dry run in progress. */
export interface ForecastQuery {
  readonly data: BulkForecast | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface BulkForecastNoteProps {
  readonly query: ForecastQuery;
  /** "40 will be suspended". */
  readonly changeWords: (count: number) => string;
  readonly reasonWords: (reason: string) => string;
}

/** The forecast in numbers, by outcome and reason, with examples that open in a new tab. */
export function BulkForecastNote({ query, changeWords, reasonWords }: BulkForecastNoteProps) {
  const { t } = useMessages();
  const { data } = query;
  if (query.error && !query.isFetching) {
    return (
      <div className={styles['forecast']} role="alert">
        <p>
          <ProblemWords error={query.error} words={t('records.bulk.failed', { problem: t(errorKeyOf(query.error)) })} />
        </p>
        <div>
          <Button size="sm" onClick={() => query.refetch()}>
            {t('common.action.retry')}
          </Button>
        </div>
      </div>
    );
  }
  // Nothing to check before a choice is made.
  if (!data && !query.isFetching) return null;
  if (!data) {
    return (
      <div className={styles['forecast']} role="status" aria-label={t('records.bulk.checking')}>
        <Skeleton width="62%" />
        <Skeleton width="48%" />
      </div>
    );
  }
  return (
    <div className={styles['forecast']} role="status" aria-busy={query.isFetching}>
      {data.kind === 'LOWER_BOUND' ? (
        <p>
          {data.total === 0 ? t('records.bulk.unchecked') : t('records.bulk.partly-checked', { count: data.total })}
        </p>
      ) : null}
      {data.kind === 'EXACT' && changingOf(data) === 0 ? <p>{t('records.bulk.nothing')}</p> : null}
      <ul className="bc-stack bc-gap-md">
        {data.groups.map(({ reason, count, samples }) => (
          <li key={reason ?? ''} data-outcome={reason === null ? 'done' : 'skipped'}>
            <div>
              <b>{reason === null ? changeWords(count) : t('records.bulk.stays', { count })}</b>
              {reason === null ? null : <span>{reasonWords(reason)}</span>}
            </div>
            <span className={styles['samples']}>
              {samples.slice(0, SHOWN_SAMPLES).map(({ id, label, href }) => (
                <a key={id} href={href} target="_blank" rel="noopener" dir="auto">
                  {label}
                </a>
              ))}
              {samples.length > 0 && count > SHOWN_SAMPLES ? <span aria-hidden="true">…</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Number of records that would change. */
export function changingOf({ groups }: BulkForecast): number {
  return groups.reduce((sum, { reason, count }) => (reason === null ? sum + count : sum), 0);
}
