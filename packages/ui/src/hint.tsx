import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import './hint.css';

const OPEN_DELAY_MS = 400;
const GAP_PX = 4;

/** Handlers and description id for the element of a hint. */
export interface HintTarget {
  readonly onPointerEnter: (event: { currentTarget: Element }) => void;
  readonly onPointerLeave: () => void;
  readonly onFocus: (event: { currentTarget: Element }) => void;
  readonly onBlur: () => void;
  readonly 'aria-describedby': string | undefined;
}

/**
 * A text shown on hover (after 400 ms) and immediately on focus, hidden by Escape. Nothing is mounted until then, so a
 * grid of thousands of cells has no overhead. Spread `target` on the element and render `hint` beside it.
 */
export function useHint(text: string): { readonly target: HintTarget; readonly hint: ReactNode } {
  const id = useId();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const close = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!anchor) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setAnchor(null);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [anchor]);
  return {
    target: {
      onPointerEnter: ({ currentTarget }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setAnchor(currentTarget), OPEN_DELAY_MS);
      },
      onPointerLeave: close,
      onFocus: ({ currentTarget }) => setAnchor(currentTarget),
      onBlur: close,
      'aria-describedby': anchor ? id : undefined,
    },
    hint: anchor ? createPortal(<HintBox id={id} anchor={anchor} text={text} />, document.body) : null,
  };
}

function HintBox({ id, anchor, text }: { readonly id: string; readonly anchor: Element; readonly text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const target = anchor.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const above = target.top - own.height - GAP_PX;
    element.style.top = `${above >= 0 ? above : target.bottom + GAP_PX}px`;
    const centred = target.left + target.width / 2 - own.width / 2;
    element.style.left = `${Math.max(GAP_PX, Math.min(centred, window.innerWidth - own.width - GAP_PX))}px`;
  });
  return (
    <div ref={box} id={id} role="tooltip" className="bc-hint">
      {text}
    </div>
  );
}
