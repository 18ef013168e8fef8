import { useMessages } from '@backcounter/i18n/react';
import styles from '../dashboard.module.css';

const WIDTH_PX = 64;
const HEIGHT_PX = 24;
const MARGIN_PX = 5;

/** A trend line next to a figure, from the lowest value to the highest. Time runs in reading direction. */
export function Spark({ values }: { readonly values: readonly number[] }) {
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
