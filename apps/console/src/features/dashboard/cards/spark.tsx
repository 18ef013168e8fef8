import { useMessages } from '@backcounter/i18n/react';
import { Sparkline } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import styles from '../dashboard.module.css';

/** A trend line of the height of its text, next to the figure. Time runs in reading direction. */
export function Spark({ values }: { readonly values: readonly number[] }) {
  const { dir } = useMessages();
  const least = Math.min(...values);
  // From the lowest value up: the line shows changes, and has no axis.
  const shown = values.map((value) => value - least);
  return (
    <span className={styles['spark']} dir="ltr" aria-hidden="true" inert>
      <Sparkline
        w={64}
        h={24}
        data={dir === 'rtl' ? shown.toReversed() : shown}
        color="var(--bc-brand)"
        curveType="linear"
        strokeWidth={1.5}
        fillOpacity={0}
        withGradient={false}
        areaProps={{ isAnimationActive: false }}
      />
    </span>
  );
}
