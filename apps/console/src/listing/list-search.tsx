import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './list-search.module.css';

interface ListSearchProps {
  /** The search in the URL. */
  readonly value: string;
  readonly hint: string;
  readonly onSearch: (text: string) => void;
  /** Escape and Enter move the focus to the grid. */
  readonly onLeave: () => void;
}

/** True where a letter is text and not a shortcut. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, [role="combobox"]'))
  );
}

/** Searches 250 ms after the last key, immediately on Enter. `/` focuses it from anywhere on the page. */
export function ListSearch({ value, hint, onSearch, onLeave }: ListSearchProps) {
  const { t } = useMessages();
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    // The URL changed by other means (Back, Clear all): discard the pending input.
    if (value === asked.current) return;
    clearTimeout(timer.current);
    asked.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== '/' || hasModifier || isTyping(event.target) || document.querySelector('[aria-modal="true"]'))
        return;
      event.preventDefault();
      input.current?.select();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const ask = (next: string) => {
    clearTimeout(timer.current);
    asked.current = next.trim() === '' ? '' : next;
    if (asked.current !== value) onSearch(asked.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') ask(text);
    if (event.key === 'Enter' || event.key === 'ArrowDown' || (event.key === 'Escape' && text === '')) {
      event.preventDefault();
      onLeave();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      setText('');
      ask('');
    }
  };
  return (
    <div className={styles['search']}>
      <IconSearch size={15} stroke={1.75} aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={hint}
        aria-keyshortcuts="/"
        placeholder={hint}
        maxLength={LIMITS.searchMaxLength}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => ask(next), LIMITS.searchDelayMs);
        }}
        onKeyDown={onKeyDown}
      />
      {text === '' ? (
        <kbd>/</kbd>
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t('listing.search.clear')}
          onClick={() => {
            setText('');
            ask('');
            input.current?.focus();
          }}
        >
          <IconX size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
