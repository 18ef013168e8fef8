import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import type { ListState } from '../address/list-url.ts';
import type { ListFilter } from '../list-definition.ts';
import styles from './filter-editor.module.css';
import type { FilterValue } from './filter-value.ts';
import type { CountedRows } from './use-option-counts.ts';

/** Properties of the editor of a filter. */
export interface FilterEditorProps {
  readonly list: string;
  readonly counted: CountedRows;
  readonly filter: ListFilter;
  readonly state: ListState;
  readonly onApply: (value: FilterValue | null) => void;
  readonly onCancel: () => void;
}

/** Wraps the fields of a filter: no request is sent before Apply. Enter and Ctrl/Cmd-Enter apply. */
export function EditorForm(props: {
  readonly label: string;
  readonly canApply: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useMessages();
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (props.canApply) props.onSubmit();
  };
  return (
    <form
      className={styles['editor']}
      aria-label={props.label}
      onSubmit={submit}
      onKeyDown={(event) => {
        const isInput = event.target instanceof HTMLInputElement;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || isInput)) submit(event);
      }}
    >
      {props.children}
      <div className={styles['foot']}>
        <Button onClick={props.onCancel}>{t('common.action.cancel')}</Button>
        <Button type="submit" variant="filled" disabled={!props.canApply}>
          {t('listing.filter.apply')}
        </Button>
      </div>
    </form>
  );
}
