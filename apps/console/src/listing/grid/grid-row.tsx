import { useMessages } from '@backcounter/i18n/react';
import { IconChevronRight, IconCopy } from '@tabler/icons-react';
import { cloneElement, Fragment, isValidElement, type MouseEvent, memo, type ReactNode } from 'react';
import { Marked } from '../../lib/format/marked.tsx';
import type { FindMatches } from '../../lib/format/matched-text.ts';
import { PhoneText } from '../../lib/format/phone-text.tsx';
import { copyText } from '../../lib/page/copy-text.ts';
import type { CellFormats, ListColumn } from '../list-definition.ts';
import { SelectBox } from '../selection/select-box.tsx';
import styles from './list-grid.module.css';
import { PhoneRow, type PhoneRowProps } from './phone-row.tsx';

/**
 * The content of a cell with the matches of a search marked: in texts of records, which have a direction (`dir`, `bdi`),
 * and not in labels, times and components. A phone number that matches is shown as stored: what was typed is in it in one
 * piece. The content itself where nothing matches.
 */
function markMatches(content: ReactNode, find: FindMatches, isOfRecord = false): ReactNode {
  if (typeof content === 'string' || typeof content === 'number') {
    const ranges = isOfRecord ? find(String(content)) : [];
    return ranges.length === 0 ? content : <Marked text={String(content)} ranges={ranges} />;
  }
  if (Array.isArray(content)) {
    const marked = content.map((part) => markMatches(part, find, isOfRecord));
    return marked.some((part, index) => part !== content[index]) ? marked : content;
  }
  if (!isValidElement<{ readonly children?: ReactNode; readonly dir?: string; readonly number?: string }>(content))
    return content;
  const { type, props } = content;
  if (type === PhoneText || type === PhoneRow) {
    const whole = type === PhoneText ? <bdi dir="ltr">{props.number}</bdi> : PhoneRow(props as PhoneRowProps);
    const marked = markMatches(whole, find);
    return marked === whole ? content : marked;
  }
  if (type !== Fragment && typeof type !== 'string') return content;
  const marked = markMatches(props.children, find, isOfRecord || type === 'bdi' || props.dir !== undefined);
  if (marked === props.children) return content;
  return Array.isArray(marked) ? cloneElement(content, undefined, ...marked) : cloneElement(content, undefined, marked);
}

interface GridRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly ariaRowIndex: number;
  readonly top: number;
  readonly columns: readonly ListColumn<Row>[];
  readonly formats: CellFormats;
  readonly search: string;
  /** Null without a search. */
  readonly findMatches: FindMatches | null;
  readonly href: string;
  /** Column with the grid's tab stop; null in every other row. */
  readonly activeColumn: number | null;
  /** Its record is open beside the list. */
  readonly isOpen: boolean;
  readonly isReturnedTo: boolean;
  /** Null where rows cannot be selected. */
  readonly isSelected: boolean | null;
  readonly selectLabel: string;
  readonly onSelect: (index: number, isRange: boolean) => void;
  /** Null where rows can't be expanded, or have no toggle of their own. */
  readonly isUnfolded: boolean | null;
  readonly unfoldLabel: string;
  readonly onUnfold: (row: Row) => void;
  readonly onOpen: (row: Row, inNewTab: boolean) => void;
}

function Row<Row>(props: GridRowProps<Row>) {
  const { row, index, columns, formats, findMatches, activeColumn, isSelected } = props;
  const findSimilar = columns.find((column) => column.findSimilar)?.findSimilar?.(props.search, row);
  const find = findSimilar ?? findMatches;
  const toggleAt = isSelected === null ? 0 : 1;
  const lead = toggleAt + (props.isUnfolded === null ? 0 : 1);
  const tabStopOf = (place: number) => ({
    'data-cell': `${index}:${place}`,
    tabIndex: activeColumn === place ? 0 : -1,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div
      role="row"
      className={styles['row']}
      data-row={index}
      data-open={props.isOpen || undefined}
      data-returned={props.isReturnedTo || undefined}
      aria-rowindex={props.ariaRowIndex}
      aria-selected={isSelected ?? undefined}
      style={{ top: props.top }}
    >
      {isSelected === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: see the grid
        // biome-ignore lint/a11y/useFocusableInteractive: its checkbox takes the focus
        <div role="gridcell" className={styles['cell']} data-select aria-colindex={1}>
          <SelectBox
            label={props.selectLabel}
            isOn={isSelected}
            tabStop={tabStopOf(0)}
            onToggle={(isRange) => props.onSelect(index, isRange)}
          />
        </div>
      )}
      {props.isUnfolded === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: see the grid
        // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
        <div role="gridcell" className={styles['cell']} data-unfold aria-colindex={toggleAt + 1}>
          <button
            type="button"
            className={styles['unfold']}
            aria-expanded={props.isUnfolded}
            aria-label={props.unfoldLabel}
            data-unfold=""
            {...tabStopOf(toggleAt)}
            onClick={() => props.onUnfold(row)}
          >
            <IconChevronRight size={16} stroke={1.75} aria-hidden />
          </button>
        </div>
      )}
      {columns.map((column, columnIndex) => {
        const tabStop = tabStopOf(columnIndex + lead);
        const rendered = column.render(row, formats);
        const content = find === null ? rendered : markMatches(rendered, find);
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the grid
          // biome-ignore lint/a11y/useFocusableInteractive: its link or button takes the focus, or else the cell
          <div
            key={column.key}
            role="gridcell"
            className={styles['cell']}
            data-place={`${index}:${columnIndex}`}
            data-align={column.align}
            data-pinned={column.isPinned || undefined}
            aria-colindex={columnIndex + lead + 1}
            {...(column.isPinned ? {} : tabStop)}
          >
            {column.isPinned ? (
              <a
                href={props.href}
                className={styles['cellLink']}
                {...tabStop}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  props.onOpen(row, false);
                }}
              >
                {content}
              </a>
            ) : (
              <span className={styles['cellText']}>{content}</span>
            )}
            {column.copyText ? <CopyButton text={column.copyText(row, formats)} /> : null}
          </div>
        );
      })}
    </div>
  );
}

/** Memoized: there are many rows, and one renders again only when its own props changed. */
export const GridRow = memo(Row) as typeof Row;

/** A click that the browser would not open in a new tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

/** For the pointer; the keyboard copies the focused cell with Ctrl/Cmd-C. */
function CopyButton({ text }: { readonly text: string | null }) {
  const { t } = useMessages();
  if (text === null) return null;
  return (
    <button
      type="button"
      className={styles['cellCopy']}
      tabIndex={-1}
      aria-label={t('common.action.copy-id', { value: text })}
      onClick={() => void copyText(text, t)}
    >
      <IconCopy size={14} stroke={1.75} aria-hidden />
    </button>
  );
}
