import { useMessages } from '@backcounter/i18n/react';
import { ErrorPanel, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import type { CSSProperties } from 'react';
import { errorKeyOf } from '../lib/api/error-text.ts';
import { useReference } from '../lib/record/reference.ts';
import { gridTemplate } from './columns/column-layout.ts';
import styles from './grid/list-grid.module.css';
import type { ListColumn } from './list-definition.ts';

const SKELETON_ROWS = 12;
const SKELETON_SHARES = ['62%', '48%', '74%', '55%', '68%'];

/** Skeleton rows at their real widths; invisible for the first 150 ms. */
export function ListSkeleton<Row>(props: {
  readonly columns: readonly ListColumn<Row>[];
  readonly widths: Readonly<Record<string, number>>;
  readonly rowHeight: number;
}) {
  const { t } = useMessages();
  const { template } = gridTemplate(
    props.columns,
    props.columns.map(({ key }) => key),
    props.widths,
  );
  const style = { '--bc-columns': template, '--bc-row': `${props.rowHeight}px` } as CSSProperties;
  const rows = Array.from({ length: SKELETON_ROWS }, (_each, index) => index);
  return (
    <div className={styles['pending']} style={style} role="status" aria-label={t('common.place.loading')}>
      <div className={styles['header']} />
      {rows.map((row) => (
        <div key={row} className={styles['skeleton']}>
          {props.columns.map((column, index) => (
            <Skeleton key={column.key} width={SKELETON_SHARES[(row + index) % SKELETON_SHARES.length] ?? '60%'} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Error state of a list; the rest of the page remains usable. */
export function ListFailure(props: {
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
  readonly onReset: () => void;
}) {
  const { t } = useMessages();
  const reference = useReference(props.error);
  return (
    <ErrorPanel
      title={t('listing.failed.title')}
      body={t(errorKeyOf(props.error))}
      retry={{ label: t('common.action.retry'), onClick: props.onRetry, isBusy: props.isBusy }}
      {...(reference ? { reference } : {})}
    >
      <Button onClick={props.onReset}>{t('listing.view.reset')}</Button>
    </ErrorPanel>
  );
}
