import { IMPORT_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import type { ImportEntity, ImportViewFragment } from '../generated/graphql.ts';
import styles from './correct.module.css';
import { failureWords, fieldName, isFixedInFile, ruleWords } from './import-words.ts';
import { type Corrections, leadOf, mistakeOf, type RefusedRow } from './use-corrections.ts';

const ROW_HEIGHT = 34;
const OVERSCAN = 12;

interface CorrectRowsProps {
  readonly entity: ImportEntity;
  readonly item: ImportViewFragment;
  readonly model: Corrections;
  readonly isBusy: boolean;
}

/** Refused rows: each cell is a field. Tab goes from mistake to mistake, and the arrow keys to any cell. */
export function CorrectRows({ entity, item, model, isBusy }: CorrectRowsProps) {
  const messages = useMessages();
  const { t } = messages;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = model.rows.data?.pages.flat() ?? [];
  const columns = item.mapping.flatMap((field, at) => (field == null ? [] : [{ at, field }]));
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    initialRect: { width: 1000, height: 800 },
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  if (model.rows.hasNextPage && !model.rows.isFetching && last >= rows.length - OVERSCAN)
    void model.rows.fetchNextPage();
  /** The next mistake may be in a row that isn't rendered yet. */
  const toNext = (from: HTMLElement) => {
    const next = nextMistake(from);
    if (next !== undefined) return next.focus();
    const index = rows.findIndex((row, at) => at > last && row.mistake != null && row.state === 'REFUSED');
    if (index < 0) return;
    virtualizer.scrollToIndex(index, { align: 'center' });
    requestAnimationFrame(() => requestAnimationFrame(() => nextMistake(from)?.focus()));
  };
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className={styles['rows']}>
      <table
        onKeyDown={moveFocus}
        aria-label={t('import.correct.rows')}
        aria-rowcount={model.rows.hasNextPage ? -1 : rows.length + 1}
      >
        <thead>
          <tr>
            <th scope="col">{t('import.refused.row')}</th>
            {columns.map(({ at, field }) => (
              <th key={at} scope="col">
                <bdi>{item.columns[at]?.header || fieldName(entity, field, messages)}</bdi>
              </th>
            ))}
            <th scope="col">{t('import.refused.why')}</th>
          </tr>
        </thead>
        <tbody>
          <tr aria-hidden style={{ height: above }} />
          {items.map(({ index }) => {
            const row = rows[index];
            return row ? (
              <Row key={row.row} {...{ entity, row, columns, item, model, isBusy, toNext }} index={index} />
            ) : null;
          })}
          <tr aria-hidden style={{ height: below }} />
        </tbody>
      </table>
      {rows.length === 0 && !model.rows.isFetching ? (
        <p className={styles['none']}>{t(`import.correct.none-${model.state as 'REFUSED'}`)}</p>
      ) : null}
    </div>
  );
}

interface RowProps extends CorrectRowsProps {
  readonly row: RefusedRow;
  readonly index: number;
  readonly columns: readonly { readonly at: number; readonly field: string }[];
  readonly toNext: (from: HTMLElement) => void;
}

function Row({ entity, row, index, columns, item, model, isBusy, toNext }: RowProps) {
  const messages = useMessages();
  const { t, intl } = messages;
  const [error, setError] = useState<string | null>(null);
  const lead = leadOf(row);
  const wrong = row.problems.filter(({ at }) => at != null && row.corrected.every(({ column }) => column !== at));
  const before = row.corrected[0] && row.cells[row.corrected[0].column];
  const isOut = row.state === 'LEFT_OUT';
  const isOpen = row.state === 'REFUSED';
  const why = isOut
    ? t('import.correct.is-out')
    : lead === undefined
      ? t('import.correct.was', { value: before || '–' })
      : ruleWords(lead.rule, lead.params, messages) +
        (wrong.length > 1 ? ` ${t('import.correct.more', { count: wrong.length - 1 })}` : '');
  const isWhole = row.problems.some(({ at }) => at == null) && isOpen;
  return (
    <tr aria-rowindex={index + 2} data-state={row.state}>
      <td className="bc-muted">{intl.formatNumber(row.row)}</td>
      {columns.map(({ at, field }) => {
        const problem = isOpen ? wrong.find((each) => each.at === at) : undefined;
        const correction = row.corrected.find(({ column }) => column === at);
        const name = item.columns[at]?.header || fieldName(entity, field, messages);
        return (
          <td key={at} data-cell={problem ? 'wrong' : correction ? 'corrected' : undefined}>
            <Field
              label={t('import.correct.cell', { field: name, row: intl.formatNumber(row.row) })}
              why={problem ? ruleWords(problem.rule, problem.params, messages) : null}
              text={correction?.value ?? row.cells[at] ?? ''}
              suggestion={problem?.suggestion ?? null}
              alike={problem && problem === lead ? countOf(model, problem) : 0}
              isStop={problem !== undefined || (correction !== undefined && model.state === 'CORRECTED')}
              isFixed={isOut || isBusy || isFixedInFile(entity)}
              onUndo={() => setError(null)}
              onKeep={async (value, isForAll) => {
                const chosen = isForAll && problem ? { mistake: mistakeOf(problem) } : { rows: [row.row] };
                const failure = await model.correct(chosen, at, value);
                setError(failure === null ? null : failureWords(failure, messages, entity));
                return failure === null;
              }}
              toNext={toNext}
            />
          </td>
        );
      })}
      <td className={styles['why']}>
        <span className={error !== null || lead ? 'bc-negative' : 'bc-muted'}>{error ?? why}</span>
        {isOpen || isOut ? (
          <Button
            size="compact-xs"
            variant="subtle"
            tabIndex={isWhole || isOut ? 0 : -1}
            data-mistake={isWhole || undefined}
            disabled={isBusy}
            aria-label={t(isOut ? 'import.correct.take-in-row' : 'import.correct.leave-out-row', {
              row: intl.formatNumber(row.row),
            })}
            onClick={() => void model.leaveOut({ rows: [row.row] }, !isOut)}
          >
            {t(isOut ? 'import.correct.take-in' : 'import.correct.leave')}
          </Button>
        ) : null}
      </td>
    </tr>
  );
}

/** Number of rows with the same mistake of the same value, as far as it is known. */
function countOf({ mistakes }: Corrections, { field, rule, value }: RefusedRow['problems'][number]): number {
  const kind = mistakes.find(({ problem }) => problem.field === field && problem.rule === rule);
  return kind?.values.find((each) => each.value === value)?.rows ?? 0;
}

interface FieldProps {
  readonly label: string;
  /** The rule that the cell breaks; null without a mistake. */
  readonly why: string | null;
  readonly text: string;
  readonly suggestion: string | null;
  /** Rows with the same mistake. */
  readonly alike: number;
  /** Tab stops here. */
  readonly isStop: boolean;
  readonly isFixed: boolean;
  readonly onUndo: () => void;
  /** Saves; false if refused. */
  readonly onKeep: (value: string, isForAll: boolean) => Promise<boolean>;
  readonly toNext: (from: HTMLElement) => void;
}

function Field({ label, why, text, suggestion, alike, isStop, isFixed, onUndo, onKeep, toNext }: FieldProps) {
  const { t } = useMessages();
  const offerId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** Sent, so that leaving the field doesn't send it again. */
  const sent = useRef<string | null>(null);
  const keep = async (value: string, isForAll = false) => {
    sent.current = value;
    if (value !== text || isForAll) {
      if (!(await onKeep(value, isForAll))) return;
    }
    sent.current = null;
    setTyped(null);
  };
  const isMistake = why !== null;
  const wanted = typed ?? suggestion ?? text;
  /** The field keeps the focus, and its text isn't saved besides. */
  const take = (isForAll: boolean) => (event: PointerEvent) => {
    event.preventDefault();
    void keep(wanted, isForAll);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, currentTarget } = event;
    if (key === 'Escape') {
      setTyped(null);
      setOpen(false);
      onUndo();
    } else if (key === 'Enter' && !isFixed) {
      const isForAll = shiftKey && alike > 1;
      const kept = keep(wanted, isForAll);
      // Rows alike are no mistakes any more once it is saved.
      if (isForAll) void kept.then(() => sent.current ?? toNext(currentTarget));
      else toNext(currentTarget);
    } else return;
    event.preventDefault();
  };
  // A field of one line would drop line breaks.
  const Tag = text.includes('\n') ? 'textarea' : 'input';
  return (
    <>
      <Tag
        data-mantine-stop-propagation={typed !== null || (isOpen && isMistake)}
        aria-label={label}
        aria-invalid={isMistake || undefined}
        aria-describedby={isOpen && isMistake ? offerId : undefined}
        title={why ?? undefined}
        data-mistake={isMistake || undefined}
        tabIndex={isStop ? 0 : -1}
        dir="auto"
        readOnly={isFixed || (!isMistake && text.length === IMPORT_LIMITS.cellShown && text.endsWith('…'))}
        autoComplete="off"
        value={typed ?? text}
        onFocus={({ currentTarget }) => {
          currentTarget.select();
          setOpen(true);
        }}
        onBlur={() => {
          setOpen(false);
          if (typed !== null && typed !== sent.current) void keep(typed);
        }}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isOpen && isMistake ? (
        <div id={offerId} className={styles['offer']}>
          <p className="bc-negative">{why}</p>
          {wanted === text ? null : (
            <button type="button" tabIndex={-1} onPointerDown={take(false)}>
              <bdi>{wanted}</bdi> <kbd>Enter</kbd>
            </button>
          )}
          {alike > 1 && wanted !== text ? (
            <button type="button" tabIndex={-1} onPointerDown={take(true)}>
              {t('import.correct.apply-all', { value: wanted, count: alike })} <kbd>⇧ Enter</kbd>
            </button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** The next mistake, in the order of the rows. */
function nextMistake(from: HTMLElement): HTMLElement | undefined {
  const all = [...(from.closest('table')?.querySelectorAll<HTMLElement>('[data-mistake]') ?? [])];
  return all.find((each) => (from.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
}

const ARROWS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys go from cell to cell; those sideways first through the text. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const [rows, columns] = ARROWS[event.key] ?? [0, 0];
  const { target } = event;
  const cell = target instanceof HTMLElement ? target.closest('td') : null;
  const row = cell?.closest('tr');
  if (!cell || !row || rows === columns || event.shiftKey || event.altKey) return;
  const forward = columns * (getComputedStyle(row).direction === 'rtl' ? -1 : 1);
  if (target instanceof HTMLElement && target.matches('input, textarea')) {
    const { selectionStart, selectionEnd, value } = target as HTMLInputElement;
    const edge = forward < 0 ? 0 : value.length;
    const isWhole = selectionStart === 0 && selectionEnd === value.length;
    if (forward !== 0 && !isWhole && (selectionStart !== edge || selectionEnd !== edge)) return;
  }
  const next = rows === 0 ? row : rows < 0 ? row.previousElementSibling : row.nextElementSibling;
  const field = next?.children[cell.cellIndex + forward]?.querySelector<HTMLElement>('input, textarea, button');
  if (!field) return;
  event.preventDefault();
  field.focus();
}
