import { DENSITIES, type Density } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import type { ListColumn } from '../list-definition.ts';
import styles from './column-chooser.module.css';
import { chooserOrder, moveColumn, toggleColumn } from './column-layout.ts';

/** Properties of {@link ColumnChooser}. */
export interface ColumnChooserProps<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly visible: readonly string[];
  readonly density: Density;
  /** Widths, columns or density differ from those of the list, or of the current view. */
  readonly isChanged: boolean;
  readonly onColumns: (columns: readonly string[]) => void;
  readonly onDensity: (density: Density) => void;
  readonly onReset: () => void;
}

/** Chooses columns, their order, and the row density. Changes apply and are saved immediately. */
export function ColumnChooser<Row>(props: ColumnChooserProps<Row>) {
  const { columns, visible, density, onColumns } = props;
  const { t } = useMessages();
  const [dragged, setDragged] = useState<string | null>(null);
  const order = chooserOrder(columns, visible);
  const name = (key: string) => {
    const column = columns.find((each) => each.key === key);
    return column ? t(column.headerKey) : key;
  };
  const move = (key: string, by: number) => onColumns(moveColumn(columns, visible, key, by));
  const onDrop = (target: string) => (event: DragEvent) => {
    event.preventDefault();
    if (dragged === null || !visible.includes(target)) return;
    move(dragged, visible.indexOf(target) - visible.indexOf(dragged));
    setDragged(null);
  };
  return (
    <div className={styles['chooser']}>
      <ul className={styles['list']}>
        {order.map((key) => {
          const isShown = visible.includes(key);
          const isPinned = columns.find((column) => column.key === key)?.isPinned ?? false;
          const index = visible.indexOf(key);
          const canMove = isShown && !isPinned;
          return (
            <li
              key={key}
              className={styles['row']}
              data-dragged={dragged === key || undefined}
              draggable={canMove}
              onDragStart={() => setDragged(key)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={onDrop(key)}
            >
              <IconGripVertical size={14} stroke={1.75} aria-hidden data-hidden={!canMove || undefined} />
              <Checkbox
                size="xs"
                label={name(key)}
                checked={isShown}
                disabled={isPinned}
                onChange={() => onColumns(toggleColumn(columns, visible, key))}
              />
              {canMove ? (
                <>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={24}
                    disabled={index <= 1}
                    aria-label={t('listing.columns.move-up', { column: name(key) })}
                    onClick={() => move(key, -1)}
                  >
                    <IconChevronUp size={14} stroke={1.75} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={24}
                    disabled={index === visible.length - 1}
                    aria-label={t('listing.columns.move-down', { column: name(key) })}
                    onClick={() => move(key, 1)}
                  >
                    <IconChevronDown size={14} stroke={1.75} aria-hidden />
                  </ActionIcon>
                </>
              ) : null}
            </li>
          );
        })}
      </ul>
      <fieldset className={styles['density']}>
        <legend>{t('listing.columns.density')}</legend>
        <div className={styles['segments']}>
          {DENSITIES.map((each) => (
            <label key={each} data-chosen={each === density || undefined}>
              <input type="radio" name="density" checked={each === density} onChange={() => props.onDensity(each)} />
              {t(`listing.columns.${each}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles['foot']}>
        <span>{t('listing.columns.width-hint')}</span>
        <Button size="sm" disabled={!props.isChanged} onClick={props.onReset}>
          {t('listing.columns.reset')}
        </Button>
      </div>
    </div>
  );
}
