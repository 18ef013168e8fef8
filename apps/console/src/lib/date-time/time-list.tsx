import { useMessages } from '@backcounter/i18n/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { KEEPS_DIALOG } from '../page/own-escape.ts';
import { HALF_HOURS, usualTime } from './half-hours.ts';
import styles from './time-list.module.css';
import { clockWords } from './typed-time.ts';

interface TimeListProps {
  /** `HH:mm`, also one that is not in the list; '' for none. */
  readonly time: string;
  readonly isFirstFocus: boolean;
  readonly isBeside: (time: string) => boolean;
  readonly onPick: (time: string) => void;
}

/** Every half hour of a day. The arrow keys, Home and End move; Enter picks. */
export function TimeList({ time, isFirstFocus, isBeside, onPick }: TimeListProps) {
  const { t, locale } = useMessages();
  const list = useRef<HTMLDivElement>(null);
  const start = HALF_HOURS.findLast((each) => each <= (time || usualTime(isBeside)));
  useEffect(() => {
    const box = list.current;
    const option = box?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!box || !option) return;
    box.scrollTop = option.offsetTop - box.clientHeight / 2 + option.offsetHeight / 2;
    if (isFirstFocus) option.focus({ preventScroll: true });
  }, [isFirstFocus]);
  const onKeyDown = (event: KeyboardEvent) => {
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    const at = options.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: options.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    options[Math.min(Math.max(to, 0), options.length - 1)]?.focus();
  };
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={-1}
      aria-label={t('date-time.times')}
      className={styles['list']}
      onKeyDown={onKeyDown}
    >
      {HALF_HOURS.map((each) => (
        <button
          key={each}
          type="button"
          role="option"
          className={styles['time']}
          tabIndex={each === start ? 0 : -1}
          data-autofocus={(isFirstFocus && each === start) || undefined}
          aria-selected={each === time}
          aria-disabled={isBeside(each)}
          {...KEEPS_DIALOG}
          onClick={() => isBeside(each) || onPick(each)}
        >
          {clockWords(each, locale)}
        </button>
      ))}
    </div>
  );
}
