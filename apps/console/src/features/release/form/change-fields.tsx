import { CHANGE_TYPES, RELEASE_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Menu } from '@backcounter/ui';
import { ActionIcon } from '@mantine/core';
import { IconArrowsExchange, IconChevronDown, IconChevronUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { DragEvent, ReactNode } from 'react';
import { LongField } from '../../../records/form/long-field.tsx';
import { ChoiceField, TextField } from '../../../records/form/record-form.tsx';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import { ChangeTypeIcon, ChangeTypeMark } from '../release-state.tsx';
import styles from './release-form.module.css';
import { partField, type ReleaseValues, typeAt } from './release-form-values.ts';
import type { ContentMoves, Moved } from './use-content-moves.ts';

interface PartProps {
  readonly form: RecordFormState<ReleaseValues>;
  readonly moves: ContentMoves;
  /** False: its texts alone can be changed. */
  readonly isFree: boolean;
  readonly onRemove: (moved: Moved) => void;
}

/** Takes hold of a list or a change: dragged, or moved with the arrow keys after Space. */
export function MoveHandle({
  moves,
  moved,
  hintId,
}: {
  readonly moves: ContentMoves;
  readonly moved: Moved;
  readonly hintId: string;
}) {
  const { t } = useMessages();
  const isPicked = moves.picked === moved.key;
  return (
    <ActionIcon
      // Not a button: some browsers don't drag those.
      component="div"
      role="button"
      tabIndex={0}
      className={styles['moveHandle']}
      variant="subtle"
      color="gray"
      size={28}
      data-part="handle"
      aria-label={t('crud.order.handle', { name: moves.nameOf(moved) })}
      aria-pressed={isPicked}
      aria-describedby={hintId}
      draggable={moves.picked === null}
      onDragStart={(event: DragEvent) => {
        const card = event.currentTarget.closest('[data-key]');
        if (card) event.dataTransfer.setDragImage(card, 16, 16);
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', moves.nameOf(moved));
        moves.drag(moved);
      }}
      onDragEnd={() => moves.drag(null)}
      onKeyDown={(event) => moves.onHandleKey(event, moved)}
      onBlur={() => moves.onHandleBlur(moved)}
      onFocus={moves.onHandleFocus}
    >
      <IconGripVertical size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

/** Up, down, out: what is done with a list or a change. */
export function MoveButtons({
  moves,
  moved,
  onRemove,
  children,
}: Pick<PartProps, 'moves' | 'onRemove'> & { readonly moved: Moved; readonly children?: ReactNode }) {
  const { t } = useMessages();
  const name = moves.nameOf(moved);
  const step = (by: -1 | 1, part: 'up' | 'down', Icon: typeof IconChevronUp) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      data-part={part}
      aria-label={t(`crud.order.${part}`, { name })}
      disabled={!moves.canStep(moved, by)}
      onClick={() => moves.step(moved, by, part)}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  return (
    <span className={styles['moveButtons']}>
      {step(-1, 'up', IconChevronUp)}
      {step(1, 'down', IconChevronDown)}
      {children}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('release.edit.remove', { name })}
        onClick={() => onRemove(moved)}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </span>
  );
}

/** Which half of an element the pointer is in. */
export const isLowerHalf = (event: DragEvent): boolean => {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return event.clientY > top + height / 2;
};

/** One change: what it is, in a few words, and what it means. */
export function ChangeFields({
  changeKey,
  hintId,
  ...props
}: PartProps & { readonly changeKey: string; readonly hintId: string }) {
  const { form, moves, isFree } = props;
  const { t, figure } = useMessages();
  const moved: Moved = { kind: 'change', key: changeKey };
  const others = moves.layout.filter(({ changes }) => !changes.includes(changeKey));
  const { length } = form.values[partField('text', changeKey)] ?? '';
  const { descriptionMaxLength, descriptionShown, titleMaxLength } = RELEASE_LIMITS;
  const isOver = moves.dragged?.kind === 'change' && moves.dragged.key !== changeKey && moves.over?.key === changeKey;
  return (
    <li
      className={styles['changeCard']}
      data-key={changeKey}
      data-picked={moves.picked === changeKey || undefined}
      data-over={isOver ? (moves.over?.isAfter ? 'after' : 'before') : undefined}
      onDragOver={(event) => {
        if (moves.dragged?.kind !== 'change') return;
        event.preventDefault();
        event.stopPropagation();
        moves.hover({ key: changeKey, isAfter: isLowerHalf(event) });
      }}
      onDrop={(event) => {
        if (moves.dragged?.kind !== 'change') return;
        event.preventDefault();
        event.stopPropagation();
        moves.drop();
      }}
    >
      <header className="bc-row bc-wrap bc-gap-md">
        {isFree ? <MoveHandle moves={moves} moved={moved} hintId={hintId} /> : null}
        {isFree ? (
          <>
            <ChangeTypeIcon type={typeAt(form.values, changeKey)} />
            <ChoiceField
              form={form}
              name={partField('type', changeKey)}
              label={t('release.field.type')}
              options={CHANGE_TYPES.map((value) => ({ value, label: t(`release.type.${value}`) }))}
            />
          </>
        ) : (
          <ChangeTypeMark type={typeAt(form.values, changeKey)} />
        )}
        {isFree ? (
          <MoveButtons moves={moves} moved={moved} onRemove={props.onRemove}>
            {others.length > 0 ? (
              <Menu position="bottom-end" width={260} shadow="md">
                <Menu.Target>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    aria-label={t('release.edit.to-list', { name: moves.nameOf(moved) })}
                  >
                    <IconArrowsExchange size={16} stroke={1.75} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Label>{t('release.edit.to-list-title')}</Menu.Label>
                  {others.map(({ key }) => (
                    <Menu.Item key={key} onClick={() => moves.moveToList(changeKey, key)}>
                      <bdi>{moves.nameOf({ kind: 'list', key })}</bdi>
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            ) : null}
          </MoveButtons>
        ) : null}
      </header>
      <TextField
        form={form}
        name={partField('title', changeKey)}
        label={t('release.field.title')}
        maxLength={titleMaxLength}
      />
      <LongField
        form={form}
        name={partField('text', changeKey)}
        label={t('release.field.text')}
        maxLength={descriptionMaxLength}
        hint={t(length > descriptionShown ? 'release.edit.text-cut' : 'release.edit.text-count', {
          count: figure(length),
          max: figure(descriptionMaxLength),
          shown: figure(descriptionShown),
        })}
      />
    </li>
  );
}
