import { useMessages } from '@backcounter/i18n/react';
import { Menu, Popover } from '@backcounter/ui';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconColumns3,
  IconDots,
  IconFileExport,
  IconFileImport,
  IconLink,
  IconRefresh,
  IconRestore,
  IconTable,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { formatClock } from '../lib/format/dates.ts';
import { lazyPart } from '../lib/page/part.ts';
import type { ColumnChooserProps } from './columns/column-chooser.tsx';
import { countFigure, type ListCount } from './list-count.ts';
import styles from './list-page.module.css';
import type { ViewActions } from './saved-views/use-view-changes.ts';

const ColumnChooser = lazyPart(() => import('./columns/column-chooser.tsx'), 'ColumnChooser') as <Row>(
  props: ColumnChooserProps<Row>,
) => React.ReactNode;

/** The count with its precision and time. */
export function CountNote({
  count,
  isNarrowed,
}: {
  readonly count: ListCount | undefined;
  readonly isNarrowed: boolean;
}) {
  const { t, locale, timeZone } = useMessages();
  if (!count) return null;
  const figure = countFigure(count, locale);
  const time = formatClock(count.countedAt, { locale, timeZone }) ?? '';
  return (
    <span className={styles['count']} data-list-count>
      <b data-estimate={count.kind === 'ESTIMATE' || undefined}>
        {isNarrowed
          ? t('listing.count.match', { figure, count: count.value })
          : t('listing.count.all', { figure, count: count.value })}
      </b>
      <small>{t(`listing.count.${count.kind}`, { time })}</small>
    </span>
  );
}

const SavedViewItems = lazyPart(() => import('./saved-views/saved-view-items.tsx'), 'SavedViewItems');

/** Properties of {@link ListActions}. */
export interface ListActionsProps<Row> {
  readonly chooser: ColumnChooserProps<Row>;
  readonly views: ViewActions;
  readonly isPhone: boolean;
  readonly isTableOnPhone: boolean;
  readonly onTableOnPhone: (isTable: boolean) => void;
  readonly onCopyLink: () => void;
  readonly onRefresh: () => void;
  readonly onResetView: () => void;
  /** Absent without permission to export. */
  readonly onExport?: (() => void) | undefined;
  /** Null where importing is not possible or not permitted. */
  readonly onImport: (() => void) | null;
}

/** Columns, export, and one menu of everything else that can be done with the list and its views. */
export function ListActions<Row>(props: ListActionsProps<Row>) {
  const { t, figure } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const { chooser } = props;
  return (
    <>
      {props.isPhone ? null : (
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} shadow="md" trapFocus returnFocus>
          <Popover.Target>
            <Button
              aria-expanded={isOpen}
              leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}
              onClick={() => setOpen(!isOpen)}
            >
              {t('listing.columns.title')}
              <span className={styles['of']}>
                {figure(chooser.visible.length)}/{figure(chooser.columns.length)}
              </span>
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <Suspense fallback={<div className={styles['await']} />}>
              <ColumnChooser {...chooser} />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
      {props.onExport && !props.isPhone ? (
        <Button leftSection={<IconFileExport size={16} stroke={1.75} aria-hidden />} onClick={props.onExport}>
          {t('export.menu')}
        </Button>
      ) : null}
      <Menu position="bottom-end" width={280} shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label={t('listing.view.more')}>
            <IconDots size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink size={16} stroke={1.75} aria-hidden />} onClick={props.onCopyLink}>
            {t('listing.view.copy-link')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={props.onRefresh}>
            {t('listing.view.refresh')}
          </Menu.Item>
          {props.onExport && props.isPhone ? (
            <Menu.Item leftSection={<IconFileExport size={16} stroke={1.75} aria-hidden />} onClick={props.onExport}>
              {t('export.menu')}
            </Menu.Item>
          ) : null}
          {props.onImport ? (
            <Menu.Item leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />} onClick={props.onImport}>
              {t('import.action.start')}
            </Menu.Item>
          ) : null}
          {props.isPhone ? (
            <Menu.Item
              leftSection={<IconTable size={16} stroke={1.75} aria-hidden />}
              onClick={() => props.onTableOnPhone(!props.isTableOnPhone)}
            >
              {t(props.isTableOnPhone ? 'listing.view.show-rows' : 'listing.view.show-table')}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconRestore size={16} stroke={1.75} aria-hidden />} onClick={props.onResetView}>
            {t('listing.view.reset')}
          </Menu.Item>
          <Menu.Divider />
          <Suspense fallback={<div className={styles['await']} />}>
            <SavedViewItems {...props.views} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
