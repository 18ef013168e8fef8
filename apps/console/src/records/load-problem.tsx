import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { errorKeyOf } from '../lib/api/error-text.ts';
import { useReference } from '../lib/record/reference.ts';
import styles from './load-problem.module.css';

interface LoadProblemProps {
  /** Sentence about the missing part. */
  readonly what: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

/** Replaces a part of a page that could not be loaded: the part, the reason, Retry, and the reference id, if any. */
export function LoadProblem({ what, error, isBusy, onRetry }: LoadProblemProps) {
  const { t } = useMessages();
  const reference = useReference(error);
  return (
    <div className={styles['problem']} role="alert">
      <p>
        {what} {t(errorKeyOf(error))}
      </p>
      <Button size="sm" loading={isBusy} onClick={onRetry}>
        {t('common.action.retry')}
      </Button>
      {reference ? (
        <span className={styles['reference']}>
          {reference.label} <IdChip value={reference.id} labels={reference} />
        </span>
      ) : null}
    </div>
  );
}
