import { useMessages } from '@backcounter/i18n/react';
import { Combobox, Input, InputBase, useCombobox } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { IconChevronDown } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './select.module.css';
import { SelectList } from './select-list.tsx';
import { indexByLetters, type SelectOption, searched } from './select-options.ts';

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
/** Longer lists have a search. */
const SEARCH_FROM = 9;
/** Letters that follow each other faster are one search. */
const LETTERS_MS = 800;

interface SelectProps<Value> {
  /** Without it, `aria-label` names the select. */
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly name?: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Shown while nothing is chosen. */
  readonly placeholder?: string;
  readonly 'data-autofocus'?: boolean;
  readonly options: readonly SelectOption<Value>[];
  /** A value that no option has is shown as nothing. */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  /** Finds the options elsewhere; without it, the select searches in `options`. */
  readonly onSearch?: (text: string) => void;
}

/** The chosen option; the last known one while a search hides it. */
function useChosen<Value>(options: readonly SelectOption<Value>[], value: Value | null) {
  const kept = useRef<SelectOption<Value>>(undefined);
  kept.current = options.find((option) => option.value === value) ?? kept.current;
  return kept.current?.value === value ? kept.current : undefined;
}

/** One of a list. Opens with a click, Enter, Space, an arrow or a letter; Escape closes only the list. */
export function Select<Value extends string | number | null>(props: SelectProps<Value>) {
  const { label, name, description, error, required, disabled, placeholder, options, value } = props;
  const { onChange, onSearch } = props;
  const { t } = useMessages();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const letters = useRef({ text: '', atMs: 0 });
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const search = (typed: string) => {
    setText(typed);
    setActive(0);
    onSearch?.(typed);
  };
  const store = useCombobox({
    opened: isOpen,
    onOpenedChange: (opened) => {
      setOpen(opened);
      if (!opened && text !== '') search('');
    },
  });
  const chosen = useChosen(options, value);
  const hasSearch = onSearch !== undefined || options.length >= SEARCH_FROM;
  const shown = isOpen && onSearch === undefined ? searched(options, text) : options;
  const list = `${id}-list`;
  const activeId = isOpen && active < shown.length ? `${list}-${active}` : undefined;

  const isInList = (node: Node | null) => document.getElementById(list)?.parentElement?.contains(node) === true;
  const open = () => {
    setActive(Math.max(0, chosen ? options.indexOf(chosen) : 0));
    setOpen(true);
  };
  const close = () => {
    // Before the search disappears, so that the focus is never lost.
    if (isInList(document.activeElement)) button.current?.focus({ preventScroll: true });
    store.closeDropdown();
  };
  const choose = (option: SelectOption<Value> | undefined) => {
    if (!option) return;
    close();
    if (option.value !== value) onChange(option.value);
  };
  const jump = (letter: string, atMs: number) => {
    const { current: before } = letters;
    letters.current = { text: atMs - before.atMs < LETTERS_MS ? before.text + letter : letter, atMs };
    const found = indexByLetters(shown, letters.current.text, active);
    if (found !== -1) setActive(found);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (event.nativeEvent.isComposing || ctrlKey || metaKey || (altKey && !key.startsWith('Arrow'))) return;
    const isInSearch = event.target !== button.current;
    const isLetter = key.length === 1 && !isInSearch && (key !== ' ' || letters.current.text !== '');
    if (isOpen && key === 'Tab') close();
    else if (!isOpen && (key === 'Enter' || key === ' ' || key === 'ArrowDown' || key === 'ArrowUp')) open();
    else if (!isOpen && isLetter) {
      open();
      if (hasSearch) search(key);
      else jump(key, event.timeStamp);
    } else if (isOpen && key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (isOpen && (key === 'Enter' || (key === ' ' && !isInSearch))) choose(shown[active]);
    else if (isOpen && key === 'ArrowDown') setActive((active + 1) % Math.max(1, shown.length));
    else if (isOpen && key === 'ArrowUp') setActive((active - 1 + shown.length) % Math.max(1, shown.length));
    else if (isOpen && !isInSearch && key === 'Home') setActive(0);
    else if (isOpen && !isInSearch && key === 'End') setActive(shown.length - 1);
    else if (isOpen && isLetter) jump(key, event.timeStamp);
    else return;
    // The focus moves on from the button.
    if (key !== 'Tab') event.preventDefault();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null || relatedTarget === button.current || isInList(relatedTarget)) return;
    store.closeDropdown();
  };
  const aria = {
    'aria-controls': isOpen ? list : undefined,
    'aria-activedescendant': activeId,
    // Keeps a dialog below open when Escape closes the list.
    'data-mantine-stop-propagation': isOpen || undefined,
    onKeyDown,
    onBlur,
  };
  return (
    <Combobox store={store} keepMounted={false} onOptionSubmit={(index) => choose(shown[Number(index)])}>
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        <InputBase
          component="button"
          type="button"
          pointer
          ref={button}
          id={id}
          {...(name === undefined ? {} : { name })}
          label={label}
          aria-label={props['aria-label']}
          description={description}
          error={error}
          inputWrapperOrder={ORDER}
          withAsterisk={false}
          disabled={disabled === true}
          data-autofocus={props['data-autofocus']}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-required={required}
          {...aria}
          classNames={{ root: 'bc-shrink', input: styles['button'] ?? '' }}
          rightSection={<IconChevronDown className={styles['chevron']} size={16} stroke={1.75} aria-hidden />}
          rightSectionPointerEvents="none"
          onClick={() => (isOpen ? close() : open())}
          // Firefox clicks a button when the space bar is released.
          onKeyUp={(event: KeyboardEvent) => event.key === ' ' && event.preventDefault()}
        >
          {chosen ? (
            <span className={styles['chosen']} title={chosen.label}>
              {chosen.icon}
              <bdi>{chosen.label}</bdi>
            </span>
          ) : (
            <Input.Placeholder className={styles['chosen']}>{placeholder ?? ' '}</Input.Placeholder>
          )}
        </InputBase>
      </Combobox.Target>
      {isOpen ? (
        <SelectList
          id={list}
          label={label ?? props['aria-label'] ?? ''}
          options={shown}
          chosen={value}
          active={active}
          search={hasSearch ? { ...aria, value: text, label: t('common.select.search'), onChange: search } : null}
          nothing={t('common.select.nothing')}
        />
      ) : null}
    </Combobox>
  );
}
