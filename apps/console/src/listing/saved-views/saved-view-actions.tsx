import { useMessages } from '@backcounter/i18n/react';
import { useHint } from '@backcounter/ui';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsSort,
  IconBookmarkPlus,
  IconDeviceFloppy,
  IconDots,
  IconHome,
  IconLink,
  IconPencil,
  IconPlus,
  IconRestore,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { ListName } from '../../generated/graphql.ts';
import { request } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { toasts } from '../../lib/page/toasts.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import type { ListState } from '../address/list-url.ts';
import type { ShownArrangement } from '../columns/list-arrangement.ts';
import { DeleteViewDialog, NameViewDialog } from './saved-view-dialogs.tsx';
import { hasRoom, scopesOf } from './saved-view-room.ts';
import { type SavedView, viewStateOf } from './saved-view-state.ts';
import styles from './saved-views.module.css';
import {
  moveSavedViewMutation,
  setDefaultSavedViewMutation,
  setTeamDefaultSavedViewMutation,
  updateSavedViewMutation,
} from './saved-views.operations.ts';

/** Properties of {@link SavedViewActions}. */
export interface SavedViewActionsProps {
  readonly list: ListName;
  readonly views: readonly SavedView[];
  /** Null: the plain list. */
  readonly current: SavedView | null;
  readonly isModified: boolean;
  readonly isPhone: boolean;
  /** The state to save. */
  readonly state: ListState;
  readonly arrangement: ShownArrangement;
  readonly onOpen: (view: SavedView | null) => void;
  /** Called when a view was created from the current state. */
  readonly onCreated: (id: string) => void;
  readonly onReset: () => void;
  readonly onCopyLink: () => void;
  /** Removes the person's own layout of the current view, which has just been saved for everyone. */
  readonly onSaved: () => void;
  readonly onChanged: () => Promise<void>;
}

/** The list shows that a view is gone; a conflict has its own text. */
const SAID_HERE = ['record.conflict', 'record.not-found'] as const;

const SavedViewOrder = lazy(() =>
  import('./saved-view-order.tsx').then((module) => ({ default: module.SavedViewOrder })),
);

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Creates, saves, renames, reorders and deletes views. Loaded after the list. */
export function SavedViewActions(props: SavedViewActionsProps) {
  const { list, views, current, isModified, isPhone, onChanged } = props;
  const { t } = useMessages();
  const [dialog, setDialog] = useState<'create' | 'rename' | 'delete' | 'arrange' | null>(null);
  const running = useRef(false);
  const mayCreate = scopesOf(currentRoles()).some((scope) => hasRoom(views, scope));
  const { target: hintTarget, hint } = useHint(mayCreate ? t('listing.views.create') : t('listing.views.too-many'));
  const group = views.filter(({ scope }) => scope === current?.scope);
  const place = current ? group.indexOf(current) : -1;

  const run = async (change: () => Promise<unknown>) => {
    // A second click would conflict with the pending change.
    if (running.current) return;
    running.current = true;
    try {
      await change();
    } catch (error) {
      // Changes by others are loaded below: a changed view shows as modified, a deleted one as missing.
      if (!(error instanceof RequestError)) throw error;
      if (error.code === 'record.conflict') toasts.show({ type: 'warning', message: t('listing.views.conflict') });
    } finally {
      await bestEffort('Reading the views again', onChanged);
      running.current = false;
    }
  };
  const save = (view: SavedView) =>
    void run(async () => {
      const state = viewStateOf(props.state, props.arrangement);
      const input = { id: view.id, expectedVersion: view.version, patch: { state } };
      await request(updateSavedViewMutation, { input }, { errorsShown: SAID_HERE });
      props.onSaved();
    });
  const move = (view: SavedView, by: 1 | -1) => {
    const others = group.filter((each) => each !== view);
    const before = others[place + by]?.id ?? null;
    void run(() => request(moveSavedViewMutation, { input: { id: view.id, before } }, { successShown: 'in-place' }));
  };
  const open = (view: SavedView | null) =>
    void run(() => request(setDefaultSavedViewMutation, { input: { list, id: view?.id ?? null } }));
  const openForAll = (view: SavedView | null) =>
    void run(() => request(setTeamDefaultSavedViewMutation, { input: { list, id: view?.id ?? null } }));
  const hasOrder = scopesOf(currentRoles()).some((scope) => views.filter((view) => view.scope === scope).length > 1);
  const isSavable = current?.mayChange === true && (isModified || current.own !== null);

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
          onClick={mayCreate ? () => setDialog('create') : undefined}
          {...hintTarget}
        >
          <IconPlus {...icon} />
        </ActionIcon>
      )}
      {isModified && !isPhone ? (
        <Button
          variant="subtle"
          className={styles['save']}
          onClick={() => (current?.mayChange ? save(current) : setDialog('create'))}
        >
          {t(current?.mayChange ? 'listing.views.save' : 'listing.views.save-as')}
        </Button>
      ) : (
        <span className={styles['save']} />
      )}
      <Menu position="bottom-end" width={280} shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={isPhone ? 44 : 28} aria-label={t('listing.views.more')}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isSavable ? (
            <Menu.Item leftSection={<IconDeviceFloppy {...icon} />} onClick={() => save(current)}>
              {t('listing.views.save')}
            </Menu.Item>
          ) : null}
          <Menu.Item
            leftSection={<IconBookmarkPlus {...icon} />}
            disabled={!mayCreate}
            onClick={() => setDialog('create')}
          >
            {t('listing.views.save-as')}
            {mayCreate ? null : <small className={styles['why']}>{t('listing.views.too-many')}</small>}
          </Menu.Item>
          <Menu.Item leftSection={<IconRestore {...icon} />} onClick={props.onReset}>
            {t('listing.views.reset')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={props.onCopyLink}>
            {t('listing.view.copy-link')}
          </Menu.Item>
          {current && !current.isDefault ? (
            <Menu.Item leftSection={<IconHome {...icon} />} onClick={() => open(current)}>
              {t('listing.views.make-default')}
            </Menu.Item>
          ) : null}
          {current?.isDefault || (!current && views.some(({ isDefault }) => isDefault)) ? (
            <Menu.Item leftSection={<IconHome {...icon} />} onClick={() => open(null)}>
              {t('listing.views.unset-default')}
            </Menu.Item>
          ) : null}
          {current?.scope === 'TEAM' && current.mayChange ? (
            <Menu.Item
              leftSection={<IconUsers {...icon} />}
              onClick={() => openForAll(current.isTeamDefault ? null : current)}
            >
              {t(current.isTeamDefault ? 'listing.views.unset-team-default' : 'listing.views.make-team-default')}
            </Menu.Item>
          ) : null}
          {hasOrder ? (
            <Menu.Item leftSection={<IconArrowsSort {...icon} />} onClick={() => setDialog('arrange')}>
              {t('listing.views.arrange')}
            </Menu.Item>
          ) : null}
          {current?.mayChange ? (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setDialog('rename')}>
                {t('listing.views.rename')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowLeft {...icon} className="bc-mirror" />}
                disabled={place <= 0}
                onClick={() => move(current, -1)}
              >
                {t('listing.views.move-back')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowRight {...icon} className="bc-mirror" />}
                disabled={place === group.length - 1}
                onClick={() => move(current, 1)}
              >
                {t('listing.views.move-on')}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setDialog('delete')}>
                {t('listing.views.delete')}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'create' || (dialog === 'rename' && current) ? (
        <NameViewDialog
          list={list}
          views={views}
          renamed={dialog === 'rename' ? current : null}
          state={viewStateOf(props.state, props.arrangement)}
          onClose={() => setDialog(null)}
          onDone={async (id) => {
            await onChanged();
            setDialog(null);
            if (dialog === 'create') props.onCreated(id);
          }}
        />
      ) : null}
      {dialog === 'arrange' ? (
        <Suspense fallback={null}>
          <SavedViewOrder
            views={views}
            onClose={() => setDialog(null)}
            onMoved={() => void bestEffort('Reading the views again', onChanged)}
          />
        </Suspense>
      ) : null}
      {dialog === 'delete' && current ? (
        <DeleteViewDialog
          view={current}
          onClose={() => setDialog(null)}
          onDone={async () => {
            setDialog(null);
            props.onOpen(null);
            await onChanged();
          }}
        />
      ) : null}
    </>
  );
}
