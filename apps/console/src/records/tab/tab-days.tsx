import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { DayFigures } from '../../lib/chart/day-figures.tsx';
import type { DayFigure } from '../../lib/chart/every-day.ts';
import { LoadProblem } from '../load-problem.tsx';
import styles from './tab-days.module.css';

const HEIGHT_PX = 128;

interface TabDaysProps {
  readonly title: string;
  readonly valueLabel: string;
  /** Instead of a chart without days. */
  readonly none: string;
  /** Sentence about a failure. */
  readonly failed: string;
  readonly loaded: { readonly error: Error | null; readonly isFetching: boolean; refetch(): Promise<unknown> };
  /** Undefined until known. */
  readonly points: readonly DayFigure[] | undefined;
}

/** The rows of a record's tab by day, as a small chart above them or as a table. */
export function TabDays({ loaded, points, failed, ...figures }: TabDaysProps) {
  const { figure } = useMessages();
  return (
    <div className={styles['days']}>
      {points ? (
        <DayFigures {...figures} kind="bars" heightPx={HEIGHT_PX} format={(value) => figure(value)} points={points} />
      ) : loaded.error ? (
        <LoadProblem
          what={failed}
          error={loaded.error}
          isBusy={loaded.isFetching}
          onRetry={() => void loaded.refetch()}
        />
      ) : (
        <Skeleton width="100%" height="10rem" />
      )}
    </div>
  );
}
