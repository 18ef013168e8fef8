import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { type ReactNode, useId } from 'react';
import styles from '../dashboard.module.css';
import type { Tile, TileAnswer } from '../use-tile.ts';
import { IgnoredFilters, StaleMark, TileFailure } from './tile-marks.tsx';

interface CardProps<Answer> {
  readonly title: string;
  /** Shown after the title, such as a unit. */
  readonly note?: ReactNode;
  readonly tile: Tile<Answer>;
  /** Shown at the end of the header: totals, a link to the list, the switch to a table. */
  readonly aside?: ((data: Answer) => ReactNode) | undefined;
  /** Height of the content, reserved while it loads and when it fails. */
  readonly height: string;
  /** Number of placeholder bars; none: one block. */
  readonly skeletonRows?: number;
  /** The time since which live figures in the content may be out of date. */
  readonly staleSince?: Date | null;
  readonly children: (data: Answer) => ReactNode;
}

/** A card of the dashboard, with its own error and freshness marks. */
export function Card<Answer extends TileAnswer>(props: CardProps<Answer>) {
  const { title, note, tile, aside, height, skeletonRows = 0, staleSince = null, children } = props;
  const { t } = useMessages();
  const { data, error } = tile;
  const id = useId();
  return (
    <section className={styles['tile']} aria-labelledby={id} aria-busy={data === undefined && error === null}>
      <header>
        <h2 id={id}>{title}</h2>
        {note ? <small>{note}</small> : null}
        <IgnoredFilters kinds={data?.ignoresFilters} />
        <div className={styles['tileAside']}>{data && aside ? aside(data) : null}</div>
      </header>
      <div className={styles['tileBody']} style={{ minHeight: height }} data-dimmed={tile.isDimmed || undefined}>
        {error ? <TileFailure tile={tile} /> : data ? children(data) : <Waiting height={height} rows={skeletonRows} />}
      </div>
      {data?.isComplete === false ? <p className={styles['tileFoot']}>{t('dashboard.tile.incomplete')}</p> : null}
      <StaleMark since={tile.staleSince ?? staleSince} />
    </section>
  );
}

const SHARES = ['82%', '64%', '91%', '73%'];

function Waiting({ height, rows }: { readonly height: string; readonly rows: number }) {
  if (rows === 0) return <Skeleton width="100%" height={height} />;
  return (
    <div className={styles['tileWaiting']} style={{ height }}>
      {Array.from({ length: rows }, (_each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all bars are alike
        <Skeleton key={at} width={SHARES[at % SHARES.length] ?? '80%'} />
      ))}
    </div>
  );
}
