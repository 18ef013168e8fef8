import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useId } from 'react';
import type { ImportViewFragment } from '../generated/graphql.ts';
import { errorKey } from '../lib/api/error-text.ts';
import type { RequestErrorCode } from '../lib/api/request-error.ts';
import styles from './import.module.css';
import { isFixedInFile, isGoingOn, isPictures, ruleWords } from './import-words.ts';
import type { ImportModel } from './use-import.ts';

const REASONS = [
  'created',
  'updated',
  'unchanged',
  'exists',
  'missing',
  'of-system',
  'imported',
  'left-out',
  'refused',
] as const;

interface ImportOutcomeProps {
  readonly item: ImportViewFragment;
  readonly step: 'check' | 'run';
  readonly model: ImportModel;
  readonly onBack: () => void;
  readonly onRun: () => void;
  readonly onCorrect: () => void;
  readonly onClose: () => void;
}

/** Progress of the check or the import, and the outcomes of the rows. */
export function ImportOutcome({ item, step, model, onBack, onRun, onCorrect, onClose }: ImportOutcomeProps) {
  const messages = useMessages();
  const { t, intl } = messages;
  const refusedId = useId();
  const job = item[step];
  if (!job) return null;
  const hasPictures = isPictures(model.entity);
  const isRun = step === 'run';
  const counts = Object.fromEntries(job.outcomes.map(({ reason, count }) => [reason ?? '', count]));
  const willChange = (counts['created'] ?? 0) + (counts['updated'] ?? 0);
  const isActive = isGoingOn(job);
  const { broken, progress, totals } = item;
  const toCorrect = !broken && progress && progress.toCorrect + progress.corrected + progress.leftOut > 0;
  const title = isActive
    ? t(isRun ? 'import.outcome.running' : 'import.outcome.checking')
    : job.state === 'SUCCEEDED'
      ? t(isRun ? 'import.outcome.done' : 'import.outcome.checked')
      : t(job.state === 'CANCELED' ? 'import.outcome.canceled' : 'import.outcome.failed');
  return (
    <div className={styles['part']}>
      <p>
        <bdi>{item.fileName}</bdi>
      </p>
      <h3 aria-live="polite">{title}</h3>
      {isActive ? (
        <div className={styles['progress']}>
          <progress max={job.total ?? undefined} value={job.total ? job.done : undefined} aria-label={title} />
          <span>
            {job.total
              ? t(hasPictures ? 'import.pictures.of' : 'import.outcome.of', {
                  done: intl.formatNumber(job.done),
                  total: job.total,
                })
              : t(hasPictures ? 'import.pictures.files' : 'import.outcome.rows', { count: job.done })}
          </span>
          <Button disabled={job.isCancelRequested || model.isBusy} onClick={() => void model.cancel(job.id)}>
            {t('common.action.cancel')}
          </Button>
        </div>
      ) : null}
      {job.state === 'FAILED' && job.errorCode ? (
        <p className="bc-negative">{t(errorKey(job.errorCode as RequestErrorCode))}</p>
      ) : null}
      {broken ? (
        <p className="bc-negative" role="alert">
          {t('import.outcome.broken', {
            row: intl.formatNumber(broken.row),
            why: ruleWords(broken.rule, {}, messages),
          })}
        </p>
      ) : null}
      <dl className={styles['counts']}>
        {REASONS.filter((reason) => (counts[reason] ?? 0) > 0).map((reason) => (
          <div key={reason} data-reason={reason}>
            <dt className="bc-small bc-muted">{t(`import.count.${reason}`)}</dt>
            <dd>
              {reason === 'refused' ? (
                <a href={`#${refusedId}`}>{intl.formatNumber(counts[reason] ?? 0)}</a>
              ) : (
                intl.formatNumber(counts[reason] ?? 0)
              )}
            </dd>
          </div>
        ))}
      </dl>
      {totals && !isActive ? (
        <div>
          <p>
            {t('import.points.totals', {
              count: totals.wallets,
              before: intl.formatNumber(totals.before),
              after: intl.formatNumber(totals.after),
            })}
          </p>
          <p className="bc-small bc-muted">
            {t('import.points.sum', {
              credited: intl.formatNumber(totals.credited),
              debited: intl.formatNumber(totals.debited),
            })}
          </p>
        </div>
      ) : null}
      {job.state === 'SUCCEEDED' && job.done === 0 && !broken ? (
        <p className="bc-negative">{t('import.outcome.empty')}</p>
      ) : null}
      {isActive ? <p className="bc-small bc-muted">{t('import.outcome.goes-on')}</p> : null}
      {isActive ? null : (
        <div className="bc-row bc-wrap bc-gap-lg" id={refusedId}>
          {toCorrect ? (
            <Button onClick={onCorrect}>
              {t(
                hasPictures
                  ? 'import.pictures.refused'
                  : isFixedInFile(model.entity)
                    ? 'import.correct.rows'
                    : 'import.correct.open',
              )}
            </Button>
          ) : null}
          {job.result?.url ? (
            <a href={job.result.url} download>
              {t(hasPictures ? 'import.pictures.list' : 'import.refused.file', { count: job.result.rows ?? 0 })}
            </a>
          ) : null}
        </div>
      )}
      {isActive ? null : (
        <div className={styles['buttons']}>
          <Button onClick={() => void model.discard()} disabled={model.isBusy}>
            {t(isRun ? 'import.action.another' : 'import.action.other-file')}
          </Button>
          {isRun ? (
            <Button variant="filled" onClick={onClose}>
              {t('common.action.close')}
            </Button>
          ) : (
            <>
              {hasPictures ? null : <Button onClick={onBack}>{t('import.action.back')}</Button>}
              <Button
                variant="filled"
                disabled={model.isBusy || job.state !== 'SUCCEEDED' || broken != null || willChange === 0}
                onClick={onRun}
              >
                {t(hasPictures ? 'import.pictures.run' : 'import.action.run', { count: willChange })}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
