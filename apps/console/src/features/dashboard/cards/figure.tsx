import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { type ReactNode, useId } from 'react';
import styles from '../dashboard.module.css';
import type { Tile, TileAnswer } from '../use-tile.ts';
import { IgnoredFilters, StaleMark, TileFailure } from './tile-marks.tsx';

const WIDTH_PX = 64;
const HEIGHT_PX = 24;
const MARGIN_PX = 5;

/** A trend line next to a figure, from the lowest value to the highest. Time runs in reading direction. */
function Spark({ values }: { readonly values: readonly number[] }) {
  const { dir } = useMessages();
  const least = Math.min(...values);
  const range = Math.max(...values) - least || 1;
  const points = values.map((value, at) => {
    const share = at / (values.length - 1);
    const x = MARGIN_PX + (WIDTH_PX - 2 * MARGIN_PX) * (dir === 'rtl' ? 1 - share : share);
    const y = HEIGHT_PX - MARGIN_PX - (HEIGHT_PX - 2 * MARGIN_PX) * ((value - least) / range);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg className={styles['spark']} width={WIDTH_PX} height={HEIGHT_PX} aria-hidden>
      <polyline points={points.join(' ')} fill="none" stroke="var(--bc-brand)" strokeWidth={1.5} />
    </svg>
  );
}

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
