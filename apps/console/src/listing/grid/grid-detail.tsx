import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import styles from './grid-detail.module.css';

/** Expanding rows of a grid, one at a time. */
export interface GridUnfold<Row> {
  /** Id of the expanded row. */
  readonly opened: string | null;
  readonly Detail: ComponentType<{ readonly row: Row }>;
  /** A column of toggles; without it, opening a row expands it. */
  readonly hasToggles: boolean;
  /** Accessible name of a row's toggle. */
  readonly labelOf: (row: Row) => string;
  readonly toggle: (row: Row) => void;
}

interface GridDetailProps {
  /** Bottom of the row above, in px. */
  readonly top: number;
  readonly ariaRowIndex: number;
  readonly columnCount: number;
  /** Called with the space to leave between the rows. */
  readonly onHeight: (height: number) => void;
  readonly onFold: () => void;
  readonly children: ReactNode;
}

/** Content of an expanded row, as wide as the visible part of the grid; Escape collapses it. */
export function GridDetail(props: GridDetailProps) {
  const { onHeight } = props;
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useEffect(() => {
    const detail = element.current;
    const grid = detail?.closest('[role="grid"]');
    if (!detail || !grid) return;
    const measure = () => {
      setWidth(grid.clientWidth);
      onHeight(detail.offsetHeight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(detail);
    observer.observe(grid);
    return () => observer.disconnect();
  }, [onHeight]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: its content takes the focus
    <div
      role="row"
      className={styles['detail']}
      aria-rowindex={props.ariaRowIndex}
      style={{ top: props.top }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        props.onFold();
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its content takes the focus */}
      <div ref={element} role="gridcell" aria-colindex={1} aria-colspan={props.columnCount} style={{ width }}>
        <Suspense fallback={<div className={styles['pending']} />}>{props.children}</Suspense>
      </div>
    </div>
  );
}
