import { USE_ALERTS } from '@backcounter/domain';
import styles from './use-bar.module.css';

/** Properties of {@link UseBar}. */
export interface UseBarProps {
  /** Accessible name of the bar. */
  readonly label: string;
  /** Used and most, in the same unit. */
  readonly used: number;
  readonly most: number;
  /** The part of `used` that is only reserved. */
  readonly held?: number;
  /** The same in words, for screen readers. */
  readonly words: string;
  /** Warning levels, in percent. */
  readonly ticks?: readonly number[];
  readonly size?: 'row' | 'card';
  /** Never shown as a warning, even when full. */
  readonly isPlain?: boolean;
}

/** Tone of a percentage. */
export function toneOfUse(percent: number): 'plain' | 'warning' | 'negative' {
  return percent >= USE_ALERTS[1] ? 'negative' : percent >= USE_ALERTS[0] ? 'warning' : 'plain';
}

/** How much of a limit is used, with reserved amounts hatched and marks at the warning levels. */
export function UseBar({ label, used, most, held = 0, words, ticks = [], size = 'row', isPlain = false }: UseBarProps) {
  const percent = most === 0 ? 100 : Math.min(100, (used / most) * 100);
  const firm = used === 0 ? 0 : (percent * Math.max(0, used - held)) / used;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the native meter has neither hatching nor marks
    <div
      className={styles['use']}
      data-size={size}
      data-tone={isPlain ? 'plain' : toneOfUse(percent)}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
      aria-valuetext={words}
    >
      <span style={{ inlineSize: `${firm}%` }} />
      {percent > firm ? <span data-held="" style={{ inlineSize: `${percent - firm}%` }} /> : null}
      {ticks.map((tick) => (
        <i key={tick} style={{ insetInlineStart: `${tick}%` }} />
      ))}
    </div>
  );
}
