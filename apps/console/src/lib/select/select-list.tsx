import { Combobox } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { type FocusEventHandler, type KeyboardEventHandler, useLayoutEffect, useRef } from 'react';
import styles from './select.module.css';
import type { SelectOption } from './select-options.ts';

interface SelectListProps<Value> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly SelectOption<Value>[];
  readonly chosen: Value | null;
  /** Index of the option that Enter chooses. */
  readonly active: number;
  readonly search: {
    readonly value: string;
    readonly label: string;
    readonly onChange: (text: string) => void;
    readonly onKeyDown: KeyboardEventHandler;
    readonly onBlur: FocusEventHandler;
  } | null;
  readonly nothing: string;
}

/** Not on touch screens: the on-screen keyboard would cover the list. */
function takeFocus(input: HTMLInputElement | null): void {
  if (input && !window.matchMedia('(pointer: coarse)').matches) input.focus({ preventScroll: true });
}

/** The open list of a select, in a layer above dialogs, which would cut it off. */
export function SelectList<Value>(props: SelectListProps<Value>) {
  const { id, label, options, chosen, active, search, nothing } = props;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options move the active one
  useLayoutEffect(() => {
    const option = document.getElementById(`${id}-${active}`);
    const box = list.current;
    if (!option || !box) return;
    // By hand: `scrollIntoView` would also scroll the page, as the list gets its position later.
    const { offsetTop: top, offsetHeight: height } = option;
    if (top < box.scrollTop) box.scrollTop = active === 0 ? 0 : top;
    else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
  }, [id, active, options]);
  return (
    <Combobox.Dropdown className={styles['panel'] ?? ''}>
      {search ? (
        <Combobox.Search
          {...search}
          ref={takeFocus}
          type="search"
          withKeyboardNavigation={false}
          withAriaAttributes={false}
          autoComplete="off"
          aria-label={search.label}
          placeholder={search.label}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          classNames={{ input: styles['search'] ?? '' }}
          onChange={(event) => search.onChange(event.currentTarget.value)}
        />
      ) : null}
      <Combobox.Options ref={list} id={id} aria-label={label} className={styles['list'] ?? ''}>
        {grouped(options).map(({ group, items }) => {
          const lines = items.map(({ option, index }) => (
            <Combobox.Option
              key={`${option.value}`}
              id={`${id}-${index}`}
              value={String(index)}
              selected={index === active}
              active={option.value === chosen}
              aria-selected={option.value === chosen}
              className={styles['option'] ?? ''}
            >
              <IconCheck className={styles['check']} size={16} stroke={2} aria-hidden />
              {option.icon}
              <bdi className="bc-grow bc-shrink" dir="auto">
                {option.label}
              </bdi>
              {option.note === undefined ? null : <small>{option.note}</small>}
            </Combobox.Option>
          ));
          return group === undefined ? (
            lines
          ) : (
            <Combobox.Group key={group} label={group}>
              {lines}
            </Combobox.Group>
          );
        })}
      </Combobox.Options>
      {options.length === 0 ? (
        <p className={styles['nothing']} role="status">
          {nothing}
        </p>
      ) : null}
    </Combobox.Dropdown>
  );
}

/** Runs of options with the same heading. */
function grouped<Value>(options: readonly SelectOption<Value>[]) {
  const groups: { group: string | undefined; items: { option: SelectOption<Value>; index: number }[] }[] = [];
  for (const [index, option] of options.entries()) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.items.push({ option, index });
    else groups.push({ group: option.group, items: [{ option, index }] });
  }
  return groups;
}
