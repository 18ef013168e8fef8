import type { ComponentType } from 'react';
import './state.css';
import type { Tone } from './tokens.ts';

/** An icon component of `@tabler/icons-react`. */
export type UiIcon = ComponentType<{
  size?: number | string;
  stroke?: number | string;
  className?: string;
  'aria-hidden'?: boolean;
}>;

/** Properties of {@link State}. */
export interface StateProps {
  readonly tone: Tone;
  readonly icon: UiIcon;
  /** The state in words. */
  readonly word: string;
  /** `plain` in grids (default), `pill` (tinted, 22 px high) in headers. */
  readonly variant?: 'plain' | 'pill';
}

/** A state: icon and word first, colour third, so that a greyscale print is readable. */
export function State({ tone, icon: Icon, word, variant = 'plain' }: StateProps) {
  return (
    <span className="bc-state" data-tone={tone} data-variant={variant}>
      <Icon size={variant === 'pill' ? 14 : 16} stroke={1.75} aria-hidden />
      <span className="bc-state-word">{word}</span>
    </span>
  );
}
