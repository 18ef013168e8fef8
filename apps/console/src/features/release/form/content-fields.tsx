import { RELEASE_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { TextField, useFieldProblem } from '../../../records/form/record-form.tsx';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import { ChangeFields, isLowerHalf, MoveButtons, MoveHandle } from './change-fields.tsx';
import styles from './release-form.module.css';
import {
  LAYOUT,
  layoutText,
  newChangeValues,
  newKey,
  partField,
  type ReleaseValues,
  typeAt,
} from './release-form-values.ts';
import { type ContentMoves, type Moved, useContentMoves } from './use-content-moves.ts';
import { useRemovals } from './use-removals.ts';

interface ContentFieldsProps {
  readonly form: RecordFormState<ReleaseValues>;
  /** False: texts alone can be changed. */
  readonly isFree: boolean;
}

/** Editor for the lists of a release and their changes, which can be reordered by drag, keys or buttons, removed and restored. */
export function ContentFields({ form, isFree }: ContentFieldsProps) {
  const { t } = useMessages();
  const hintId = useId();
  const root = useRef<HTMLDivElement>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const moves = useContentMoves(form, root);
  const removals = useRemovals(form);
  const { layout } = moves;
  const problem = useFieldProblem(form, LAYOUT);
  const changes = layout.flatMap((list) => list.changes);
  const isFull = changes.length >= RELEASE_LIMITS.changesMax;

  const addList = () => {
    const [list, change] = [newKey(), newKey()];
    form.setAll({
      ...newChangeValues(change, 'FEATURE'),
      [partField('list', list)]: null,
      [LAYOUT]: layoutText([...layout, { key: list, changes: [change] }]),
    });
    moves.focusOn(list, partField('list', list));
  };
  const addChange = (list: string) => {
    const change = newKey();
    const last = layout.find(({ key }) => key === list)?.changes.at(-1);
    const next = layout.map((each) => (each.key === list ? { ...each, changes: [...each.changes, change] } : each));
    form.setAll({
      ...newChangeValues(change, last === undefined ? 'FEATURE' : typeAt(form.values, last)),
      [LAYOUT]: layoutText(next),
    });
    moves.focusOn(change, partField('title', change));
  };
  const remove = (moved: Moved) => {
    removals.remove(moved, moves.nameOf(moved));
    requestAnimationFrame(() => undoButton.current?.focus());
  };
  return (
    <div className={styles['contentFields']} ref={root}>
      {isFree ? (
        <p className={`bc-form-hint ${styles['moveHint']}`} id={hintId}>
          {t('release.edit.order-hint')}
        </p>
      ) : null}
      <ol className={styles['contentLists']} aria-label={t('release.field.changeLists')}>
        {layout.map(({ key }, at) => (
          <ListCard
            key={key}
            listKey={key}
            place={at + 1}
            hintId={hintId}
            form={form}
            moves={moves}
            isFree={isFree}
            isFull={isFull}
            onRemove={remove}
            onAdd={() => addChange(key)}
          />
        ))}
      </ol>
      {removals.last === null ? null : (
        <p className={styles['removed']} role="status">
          <span className="bc-break">{t('release.edit.removed', { name: removals.last.name })}</span>
          <Button
            ref={undoButton}
            size="sm"
            leftSection={<IconArrowBackUp size={14} stroke={1.75} className="bc-mirror" aria-hidden />}
            onClick={() => {
              const back = removals.undo();
              if (back !== null) moves.focusOn(back.key, 'handle');
            }}
          >
            {t('release.edit.undo')}
          </Button>
        </p>
      )}
      {problem ? <p className="bc-negative">{problem}</p> : null}
      {isFree ? (
        <Button
          className={styles['addList']}
          name={LAYOUT}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          disabled={layout.length >= RELEASE_LIMITS.listsMax || isFull}
          onClick={addList}
        >
          {t('release.edit.add-list')}
        </Button>
      ) : null}
      <output className="bc-sr-only" aria-live="assertive">
        {moves.said}
      </output>
    </div>
  );
}

interface ListCardProps {
  readonly listKey: string;
  readonly place: number;
  readonly hintId: string;
  readonly form: RecordFormState<ReleaseValues>;
  readonly moves: ContentMoves;
  readonly isFree: boolean;
  readonly isFull: boolean;
  readonly onRemove: (moved: Moved) => void;
  readonly onAdd: () => void;
}

function ListCard({ listKey, place, isFull, onAdd, ...props }: ListCardProps) {
  const { form, moves, isFree, hintId } = props;
  const { t, figure } = useMessages();
  const moved: Moved = { kind: 'list', key: listKey };
  const changes = moves.layout.find(({ key }) => key === listKey)?.changes ?? [];
  const isOver = moves.over?.key === listKey && moves.dragged?.key !== listKey;
  return (
    <li
      className={styles['listCard']}
      data-key={listKey}
      data-picked={moves.picked === listKey || undefined}
      data-over={
        isOver ? (moves.dragged?.kind === 'change' ? 'into' : moves.over?.isAfter ? 'after' : 'before') : undefined
      }
      onDragOver={(event) => {
        if (moves.dragged === null) return;
        event.preventDefault();
        moves.hover({ key: listKey, isAfter: moves.dragged.kind === 'change' || isLowerHalf(event) });
      }}
      onDrop={(event) => {
        event.preventDefault();
        moves.drop();
      }}
    >
      <header className="bc-row bc-wrap bc-gap-md">
        {isFree ? <MoveHandle moves={moves} moved={moved} hintId={hintId} /> : null}
        <h2 className="bc-grow">{t('release.edit.list', { place: figure(place) })}</h2>
        {isFree ? <MoveButtons moves={moves} moved={moved} onRemove={props.onRemove} /> : null}
      </header>
      <TextField
        form={form}
        name={partField('list', listKey)}
        label={t('release.field.list')}
        maxLength={RELEASE_LIMITS.titleMaxLength}
      />
      {changes.length === 0 ? <p className="bc-form-hint">{t('release.edit.empty-list')}</p> : null}
      <ol className={styles['contentChanges']}>
        {changes.map((change) => (
          <ChangeFields key={change} changeKey={change} {...props} />
        ))}
      </ol>
      {isFree ? (
        <Button
          size="sm"
          className={styles['addChange']}
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          disabled={isFull}
          onClick={onAdd}
        >
          {t('release.edit.add-change')}
        </Button>
      ) : null}
    </li>
  );
}
