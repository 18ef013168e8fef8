import { useMessages } from '@backcounter/i18n/react';
import { Sparkline } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';

/** How a figure went, as a line of the height of its text; the figure beside it says the rest. Time runs as people read. */
export function Spark({ values }: { readonly values: readonly number[] }) {
  const { dir } = useMessages();
  const least = Math.min(...values);
  // From its lowest value on: it shows how the figure moved, and has no axis that would say how much.
  const shown = values.map((value) => value - least);
  return (
    <span className="bc-spark" dir="ltr" aria-hidden="true" inert>
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
