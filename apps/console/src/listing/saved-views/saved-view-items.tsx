import { useMessages } from '@backcounter/i18n/react';
import { Menu } from '@backcounter/ui';
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsSort,
  IconBookmarkPlus,
  IconChartPie,
  IconDeviceFloppy,
  IconHome,
  IconPencil,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { request } from '../../lib/api/graphql-client.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { encodeListUrl, INITIAL_LIST_STATE, isNarrowed } from '../address/list-url.ts';
import { hasRoom, scopesOf } from './saved-view-room.ts';
import type { SavedView } from './saved-view-state.ts';
import styles from './saved-views.module.css';
import {
  moveSavedViewMutation,
  setDefaultSavedViewMutation,
  setTeamDefaultSavedViewMutation,
} from './saved-views.operations.ts';
import { useViewChanges, type ViewActions } from './use-view-changes.ts';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** The verbs of views in the list's menu. Loaded after the list. */
export function SavedViewItems(props: ViewActions) {
  const { list, views, current, isModified, onDialog } = props;
  const { t } = useMessages();
  const router = useRouter();
  const { filters, search } = props.state;
  const question = new URLSearchParams(encodeListUrl({ ...INITIAL_LIST_STATE, filters, search }));
  const ruleHref = isNarrowed(props.state) ? props.ruleHref?.(question.toString()) : null;
  const { run, save } = useViewChanges(props);
  const mayCreate = scopesOf(currentRoles()).some((scope) => hasRoom(views, scope));
  const group = views.filter(({ scope }) => scope === current?.scope);
  const place = current ? group.indexOf(current) : -1;

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
      {isSavable ? (
        <Menu.Item leftSection={<IconDeviceFloppy {...icon} />} onClick={() => save(current)}>
          {t('listing.views.save')}
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} disabled={!mayCreate} onClick={() => onDialog('create')}>
        {t('listing.views.save-as')}
        {mayCreate ? null : <small className={styles['why']}>{t('listing.views.too-many')}</small>}
      </Menu.Item>
      {ruleHref ? (
        <Menu.Item leftSection={<IconChartPie {...icon} />} onClick={() => void router.navigate({ href: ruleHref })}>
          {t('listing.views.save-rule')}
        </Menu.Item>
      ) : null}
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
        <Menu.Item leftSection={<IconArrowsSort {...icon} />} onClick={() => onDialog('arrange')}>
          {t('listing.views.arrange')}
        </Menu.Item>
      ) : null}
      {current?.mayChange ? (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onDialog('rename')}>
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
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onDialog('delete')}>
            {t('listing.views.delete')}
          </Menu.Item>
        </>
      ) : null}
    </>
  );
}
