import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button, Checkbox, Input } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { fold } from '../../lib/format/matched-text.ts';
import type { FilterOption } from '../list-definition.ts';
import styles from './filter-editor.module.css';

const OPTIONS_SHOWN = 200;
const OPTIONS_WITHOUT_SEARCH = 8;

/** Properties of {@link OptionChecks}. */
export interface OptionChecksProps {
  readonly options: Pick<UseQueryResult<readonly FilterOption[]>, 'data' | 'isPending' | 'isError' | 'refetch'>;
  /** Rows by option; null or absent without counts. */
  readonly counts?: ReadonlyMap<string, number> | null;
  /** A search on the server, whose matches are the options; absent: among the options. */
  readonly search?: { readonly text: string; readonly onChange: (text: string) => void };
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** Focuses the search once the values are known, unless the reader has left the editor. */
function focusInEditor(input: HTMLInputElement | null): void {
  const form = input?.closest('form');
  const active = document.activeElement;
  if (form && (form.contains(active) || active?.contains(form))) input?.focus();
}

/** Checkboxes for values, with a search where there are many. */
export function OptionChecks({ options, counts = null, search, chosen, onChange }: OptionChecksProps) {
  const { t, figure } = useMessages();
  const own = useState('');
  const [text, setText] = search ? [search.text, search.onChange] : own;
  const wanted = search ? '' : fold(text).text.trim();
  const all = options.data ?? [];
  const folded = useMemo(
    () =>
      options.data?.map((option) => ({ option, label: fold(option.label).text, code: option.code?.toLowerCase() })) ??
      [],
    [options.data],
  );
  const matching = folded
    .filter(({ label, code }) => label.includes(wanted) || code === wanted)
    .map(({ option }) => option);
  const shown = matching.slice(0, OPTIONS_SHOWN);
  const toggle = (value: string) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    onChange(next);
  };
  return (
    <>
      {search || all.length > OPTIONS_WITHOUT_SEARCH ? (
        <Input
          aria-label={t('listing.filter.find-value')}
          placeholder={t('listing.filter.find-value')}
          value={text}
          ref={focusInEditor}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      <div className={styles['options']}>
        {options.isPending ? <Skeleton width="9rem" /> : null}
        {options.isError ? (
          <div className={styles['note']} role="alert">
            {t('listing.filter.options-failed')}{' '}
            <Button size="sm" onClick={() => void options.refetch()}>
              {t('common.action.retry')}
            </Button>
          </div>
        ) : null}
        {shown.map((option) => (
          <Checkbox
            key={option.value}
            size="xs"
            checked={chosen.has(option.value)}
            onChange={() => toggle(option.value)}
            label={
              <>
                {option.code ? <span className="bc-code bc-fixed">{option.code}</span> : null}
                <span dir="auto">{option.label}</span>
                {counts === null ? null : (
                  <span className={styles['count']}> {figure(counts.get(option.value) ?? 0)}</span>
                )}
              </>
            }
          />
        ))}
        {options.data && matching.length === 0 ? (
          <p className={styles['note']}>{t('listing.filter.no-value', { text: text.trim() })}</p>
        ) : null}
        {matching.length > shown.length ? (
          <p className={styles['note']}>{t('listing.filter.more-values', { count: matching.length - shown.length })}</p>
        ) : null}
      </div>
    </>
  );
}
