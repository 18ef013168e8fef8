import './use-bar.css';

/** Properties of {@link UseBar}. */
export interface UseBarProps {
  /** Names what is used. */
  readonly label: string;
  /** Used and most, in the same unit. */
  readonly used: number;
  readonly most: number;
  /** Of what is used, how much is only held. */
  readonly held?: number;
  /** The same in words, for who does not see the bar. */
  readonly words: string;
  /** Where people are warned, in percent. */
  readonly ticks?: readonly number[];
  readonly size?: 'row' | 'card';
  /** A full one is nothing to worry about. */
  readonly isPlain?: boolean;
}

/** From here on it is a warning, and from here on serious. */
export const USE_ALERTS = [80, 95] as const;

/** How serious a share is, in percent. */
export function toneOfUse(percent: number): 'plain' | 'warning' | 'negative' {
  return percent >= USE_ALERTS[1] ? 'negative' : percent >= USE_ALERTS[0] ? 'warning' : 'plain';
}

/** How much of a limit is used, with what is held hatched and marks where people are warned. */
export function UseBar({ label, used, most, held = 0, words, ticks = [], size = 'row', isPlain = false }: UseBarProps) {
  const percent = most === 0 ? 100 : Math.min(100, (used / most) * 100);
  const firm = used === 0 ? 0 : (percent * Math.max(0, used - held)) / used;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter of the platform cannot hatch what is held or carry marks
    <div
      className="bc-use"
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
