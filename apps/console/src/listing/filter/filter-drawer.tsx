import { useMessages } from '@backcounter/i18n/react';
import { Button, Drawer } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useFocusReturn } from '../../lib/page/focus-return.ts';
import type { ListFilter } from '../list-definition.ts';
import { type FilterBarProps, useChipWords } from './filter-bar.tsx';
import styles from './filter-drawer.module.css';
import { FilterEditor } from './filter-editor.tsx';

interface FilterDrawerProps extends FilterBarProps {
  readonly onClose: () => void;
}

/** All filters on a phone: full screen, one filter at a time. */
export function FilterDrawer(props: FilterDrawerProps) {
  const { list, counted, filters, state, onChange, onClear, onClose } = props;
  const { t } = useMessages();
  useFocusReturn();
  const [edited, setEdited] = useState<ListFilter | null>(null);
  return (
    <Drawer
      opened
      onClose={onClose}
      size="100%"
      title={edited ? t(edited.labelKey) : t('listing.filter.title')}
      closeButtonProps={{ 'aria-label': t('common.action.close'), size: 44, iconSize: 20 }}
    >
      {edited ? (
        <>
          <Button
            variant="subtle"
            size="xl"
            leftSection={<IconChevronLeft size={18} className="bc-mirror" aria-hidden />}
            onClick={() => setEdited(null)}
          >
            {t('listing.filter.title')}
          </Button>
          <FilterEditor
            key={edited.key}
            list={list}
            counted={counted}
            filter={edited}
            state={state}
            onCancel={() => setEdited(null)}
            onApply={(value) => {
              setEdited(null);
              onChange(edited.key, value);
            }}
          />
        </>
      ) : (
        <>
          <ul>
            {filters.map((filter) => (
              <li key={filter.key}>
                <FilterLine list={list} filter={filter} state={state} onEdit={() => setEdited(filter)} />
              </li>
            ))}
          </ul>
          <div className={styles['foot']}>
            <Button size="xl" disabled={Object.keys(state.filters).length === 0} onClick={onClear}>
              {t('listing.filter.clear-all')}
            </Button>
            <Button size="xl" variant="filled" onClick={onClose}>
              {t('listing.filter.show-rows')}
            </Button>
          </div>
        </>
      )}
    </Drawer>
  );
}

function FilterLine(props: {
  readonly list: string;
  readonly filter: ListFilter;
  readonly state: FilterBarProps['state'];
  readonly onEdit: () => void;
}) {
  const { t } = useMessages();
  const words = useChipWords(props.list, props.filter, props.state);
  return (
    <button type="button" className={styles['line']} onClick={props.onEdit}>
      <span>{t(props.filter.labelKey)}</span>
      <b dir="auto">{words ?? t('listing.filter.any')}</b>
      <IconChevronRight size={18} stroke={1.75} className="bc-mirror" aria-hidden />
    </button>
  );
}
