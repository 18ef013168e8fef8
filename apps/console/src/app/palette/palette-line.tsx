import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { Marked } from '../../lib/format/marked.tsx';
import type { Range } from '../../lib/format/matched-text.ts';
import { Face } from '../../lib/presence/presence-face.tsx';
import styles from './palette.module.css';
import type { PaletteEntry } from './palette-entry.ts';

interface PaletteLineProps {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly ranges: readonly Range[];
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: (inNewTab: boolean) => void;
}

/** One entry; a link if it has a URL, so that the browser can open it in a new tab. */
export function PaletteLine({ id, entry, ranges, isActive, onPoint, onChoose }: PaletteLineProps) {
  const { title, detail, icon: Icon, face, keys, whyNot, deed } = entry;
  const line = useRef<HTMLAnchorElement & HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    onChoose(event.ctrlKey || event.metaKey);
  };
  const props = {
    ref: line,
    id,
    role: 'option',
    className: styles['line'],
    tabIndex: -1,
    'aria-selected': isActive,
    'aria-disabled': whyNot !== null || undefined,
    'data-active': isActive || undefined,
    onPointerMove: isActive ? undefined : onPoint,
    // The focus remains in the field.
    onMouseDown: (event: MouseEvent | PointerEvent) => event.preventDefault(),
    onClick,
  };
  const content = (
    <>
      <span className={styles['icon']}>
        {face ? <Face owner={face} /> : Icon ? <Icon size={16} stroke={1.75} aria-hidden /> : null}
      </span>
      <bdi className={styles['title']}>
        <Marked text={title} ranges={ranges} />
      </bdi>
      <span className={styles['detail']}>
        <bdi>{whyNot ?? detail}</bdi>
      </span>
      {keys.length > 0 ? (
        <span className={styles['keys']} dir="ltr" aria-hidden>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ) : null}
    </>
  );
  return deed.kind === 'go' || deed.kind === 'leave' ? (
    <a {...props} href={deed.href} {...(deed.kind === 'leave' ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {content}
    </a>
  ) : (
    <div {...props}>{content}</div>
  );
}
