import { useMessages } from '@backcounter/i18n/react';
import { useHint } from '@backcounter/ui';
import { ActionIcon, Button } from '@mantine/core';
import { IconDeviceFloppy, IconPlus } from '@tabler/icons-react';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { part } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { DeleteViewDialog, NameViewDialog } from './saved-view-dialogs.tsx';
import { hasRoom, scopesOf } from './saved-view-room.ts';
import { viewStateOf } from './saved-view-state.ts';
import styles from './saved-views.module.css';
import { useViewChanges, type ViewActions, type ViewDialog } from './use-view-changes.ts';

/** Properties of {@link SavedViewActions}. */
export interface SavedViewActionsProps extends ViewActions {
  readonly dialog: ViewDialog | null;
}

const SavedViewOrder = part(() => import('./saved-view-order.tsx'), 'SavedViewOrder');

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Buttons that create, save and reset views, and the dialogs of their menu. Loaded after the list. */
export function SavedViewActions(props: SavedViewActionsProps) {
  const { list, views, current, isModified, isPhone, dialog, onDialog, onChanged } = props;
  const { t } = useMessages();
  const { save } = useViewChanges(props);
  const mayCreate = scopesOf(currentRoles()).some((scope) => hasRoom(views, scope));
  const { target: hintTarget, hint } = useHint(mayCreate ? t('listing.views.create') : t('listing.views.too-many'));
  const saveLabel = t(current === null || current.mayChange ? 'listing.views.save' : 'listing.views.save-as');
  const maySave = isModified && (current?.mayChange || mayCreate);
  const onSave = () => (current?.mayChange ? save(current) : onDialog('create'));

  return (
    <>
      {hint}
      {isPhone ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('listing.views.create')}
          // Remains focusable, so that it can explain why.
          data-disabled={!mayCreate}
          aria-disabled={!mayCreate || undefined}
          onClick={mayCreate ? () => onDialog('create') : undefined}
          {...hintTarget}
        >
          <IconPlus {...icon} />
        </ActionIcon>
      )}
      {maySave && isPhone ? (
        <ActionIcon variant="subtle" className={styles['save']} size={44} aria-label={saveLabel} onClick={onSave}>
          <IconDeviceFloppy size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      ) : null}
      {maySave && !isPhone ? (
        <Button variant="subtle" className={styles['save']} onClick={onSave}>
          {saveLabel}
        </Button>
      ) : null}
      {isModified && current && !isPhone ? (
        <Button variant="subtle" color="gray" onClick={props.onReset}>
          {t('listing.views.reset')}
        </Button>
      ) : null}
      {dialog === 'create' || (dialog === 'rename' && current) ? (
        <NameViewDialog
          list={list}
          views={views}
          renamed={dialog === 'rename' ? current : null}
          state={viewStateOf(props.state, props.arrangement)}
          onClose={() => onDialog(null)}
          onChanged={onChanged}
          onDone={async (id) => {
            await onChanged();
            onDialog(null);
            if (dialog === 'create') props.onCreated(id);
          }}
        />
      ) : null}
      {dialog === 'arrange' ? (
        <SavedViewOrder
          views={views}
          onClose={() => onDialog(null)}
          onMoved={() => void bestEffort('Reading the views again', onChanged)}
        />
      ) : null}
      {dialog === 'delete' && current ? (
        <DeleteViewDialog
          view={current}
          onClose={() => onDialog(null)}
          onChanged={onChanged}
          onDone={() => {
            onDialog(null);
            props.onOpen(null);
          }}
        />
      ) : null}
    </>
  );
}
