import { Skeleton } from '@backcounter/ui';
import { type ReactNode, useId } from 'react';
import styles from '../dashboard.module.css';
import type { Tile, TileAnswer } from '../use-tile.ts';
import { Spark } from './spark.tsx';
import { IgnoredFilters, StaleMark, TileFailure } from './tile-marks.tsx';

interface FigureProps<Answer> {
  readonly title: ReactNode;
  readonly tile: Tile<Answer>;
  /** The figure, as a link if a list shows the rows that it counts. */
  readonly value: (data: Answer) => ReactNode;
  /** Explains the figure: its change, its share. */
  readonly detail: (data: Answer) => ReactNode;
  /** Daily values, oldest first. */
  readonly trend?: (data: Answer) => readonly number[];
}

/** One figure of the strip, with its own error and freshness marks. */
export function Figure<Answer extends TileAnswer>({ title, tile, value, detail, trend }: FigureProps<Answer>) {
  const { data, error } = tile;
  const id = useId();
  const values = data && trend ? trend(data) : [];
  return (
    <section className={styles['figure']} aria-labelledby={id} aria-busy={data === undefined && error === null}>
      <header>
        <h2 id={id}>{title}</h2>
      </header>
      {error ? (
        <TileFailure tile={tile} isShort />
      ) : (
        <>
          <div className={styles['figureValue']} data-dimmed={tile.isDimmed || undefined}>
            {data ? <b>{value(data)}</b> : <Skeleton width="6rem" height="1.25rem" />}
            {values.length > 1 ? <Spark values={values} /> : null}
          </div>
          <p>
            {data ? detail(data) : <Skeleton width="8rem" />}
            <IgnoredFilters kinds={data?.ignoresFilters} />
          </p>
        </>
      )}
      <StaleMark since={tile.staleSince} />
    </section>
  );
}
