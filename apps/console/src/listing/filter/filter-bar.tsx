import { useMessages } from '@backcounter/i18n/react';
import { Menu, Popover } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useState } from 'react';
import { lazyPart } from '../../lib/page/part.ts';
import type { ListState } from '../address/list-url.ts';
import type { ListFilter } from '../list-definition.ts';
import styles from './filter-bar.module.css';
import type { FilterValue } from './filter-value.ts';
import { filterWords } from './filter-words.ts';
import { useFilterOptions } from './use-filter-options.ts';
import type { CountedRows } from './use-option-counts.ts';

const FilterEditor = lazyPart(() => import('./filter-editor.tsx'), 'FilterEditor');

const FILTERS_WITHOUT_SEARCH = 9;

/** Properties of {@link FilterBar}. */
export interface FilterBarProps {
  readonly list: string;
  readonly counted: CountedRows;
  /** The filters that this person may use. */
  readonly filters: readonly ListFilter[];
  readonly state: ListState;
  readonly onChange: (key: string, value: FilterValue | null) => void;
  readonly onClear: () => void;
}

/** Active filters as chips in words, "+ Filter", and a button to clear them all. */
export function FilterBar({ list, counted, filters, state, onChange, onClear }: FilterBarProps) {
  const { t, locale } = useMessages();
  const [edited, setEdited] = useState<string | null>(null);
  const [text, setText] = useState('');
  const wanted = text.trim().toLocaleLowerCase(locale);
  const matching = filters.filter(({ labelKey }) => t(labelKey).toLocaleLowerCase(locale).includes(wanted));
  const active = filters.filter(({ key }) => state.filters[key]);
  // A filter that is being added is a chip without text until it is applied.
  const added = edited !== null && !state.filters[edited] ? filters.find(({ key }) => key === edited) : undefined;
  const canClear = active.length > 0 || state.search !== '';
  return (
    <>
      {[...active, ...(added ? [added] : [])].map((filter) => (
        <FilterChip
          key={filter.key}
          list={list}
          counted={counted}
          filter={filter}
          state={state}
          isEdited={edited === filter.key}
          onEdit={(isEdited) => setEdited(isEdited ? filter.key : null)}
          onChange={(value) => {
            setEdited(null);
            onChange(filter.key, value);
          }}
        />
      ))}
      <Menu position="bottom-start" width={240} shadow="md" onClose={() => setText('')}>
        <Menu.Target>
          <button type="button" className={styles['add']}>
            <IconPlus size={14} stroke={1.75} aria-hidden />
            {t('listing.filter.add')}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {filters.length > FILTERS_WITHOUT_SEARCH ? (
            <input
              className={styles['find']}
              data-autofocus
              aria-label={t('listing.filter.find')}
              placeholder={t('listing.filter.find')}
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={toMatches}
            />
          ) : null}
          {matching.map((filter) => (
            <Menu.Item
              key={filter.key}
              // One filter of a kind: choosing an active one again opens it, so it is not overwritten by accident.
              onClick={() => setTimeout(() => setEdited(filter.key), 0)}
              rightSection={state.filters[filter.key] ? <IconCheck size={14} aria-hidden /> : null}
            >
              {t(filter.labelKey)}
            </Menu.Item>
          ))}
          {matching.length === 0 ? <Menu.Label>{t('listing.filter.none', { text: text.trim() })}</Menu.Label> : null}
        </Menu.Dropdown>
      </Menu>
      {canClear ? (
        <Button variant="subtle" color="gray" className={styles['clear']} onClick={onClear}>
          {t('listing.filter.clear-all')}
        </Button>
      ) : null}
    </>
  );
}

/** From the search of the menu: Enter takes the first match, Down goes to it. Mantine's own search would weigh 3 kB. */
export function toMatches(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Escape' || event.key === 'Tab') return;
  event.stopPropagation();
  const first = event.currentTarget.closest('[role="menu"]')?.querySelector<HTMLElement>('[role="menuitem"]');
  if (event.key === 'ArrowDown') first?.focus();
  else if (event.key === 'Enter') first?.click();
  else return;
  event.preventDefault();
}

interface FilterChipProps {
  readonly list: string;
  readonly counted: CountedRows;
  readonly filter: ListFilter;
  readonly state: ListState;
  readonly isEdited: boolean;
  readonly onEdit: (isEdited: boolean) => void;
  readonly onChange: (value: FilterValue | null) => void;
}

function FilterChip({ list, counted, filter, state, isEdited, onEdit, onChange }: FilterChipProps) {
  const { t } = useMessages();
  const words = useChipWords(list, filter, state);
  const label = t(filter.labelKey);
  return (
    <Popover opened={isEdited} onChange={onEdit} position="bottom-start" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add form semantics */}
        <div className={styles['chip']} role="group" aria-label={label}>
          <button type="button" className={styles['words']} aria-expanded={isEdited} onClick={() => onEdit(!isEdited)}>
            {label} {words === null ? null : <b dir="auto">{words}</b>}
          </button>
          <button
            type="button"
            className={styles['remove']}
            aria-label={t('listing.filter.remove', { filter: label })}
            onClick={() => onChange(null)}
          >
            <IconX size={14} stroke={1.75} aria-hidden />
          </button>
        </div>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<div style={{ minHeight: '4rem' }} />}>
          <FilterEditor
            list={list}
            counted={counted}
            filter={filter}
            state={state}
            onApply={onChange}
            onCancel={() => onEdit(false)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A filter's value in words; null while it has none. */
export function useChipWords(list: string, filter: ListFilter, state: ListState): string | null {
  const { t, locale, timeZone } = useMessages();
  const value = state.filters[filter.key];
  const options = useFilterOptions(list, filter, state, value !== undefined);
  if (!value) return null;
  const labels = new Map(options.data?.map((option) => [option.value, option.label]));
  return filterWords(value, {
    say: (key, values) => t(key, values),
    locale,
    timeZone,
    labelOf: (each) => labels.get(each) ?? (options.isPending || options.error ? '…' : each),
  });
}
