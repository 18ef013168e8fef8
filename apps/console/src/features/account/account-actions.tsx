import { useMessages } from '@backcounter/i18n/react';
import { useHint } from '@backcounter/ui';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCamera, IconDots, IconLock, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { AccountActionName, AccountRecord } from './use-account.ts';

/** Dialogs that an account's page opens. */
export type AccountDialogName = 'suspend' | 'reactivate' | 'close' | 'reveal' | 'picture';

interface AccountActionsProps {
  readonly account: AccountRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: AccountDialogName) => void;
}

/**
 * What can be done now, as the server says: hidden where this person can never do it, disabled with the reason where another state
 * would allow it.
 */
export function AccountActions({ account, onEdit, onDialog }: AccountActionsProps) {
  const { t } = useMessages();
  const rights = new Map(account.actions.map((right) => [right.action, right]));
  const offered = (action: AccountActionName) => rights.get(action)?.refusal !== 'access.denied' && rights.has(action);
  const isAllowed = (action: AccountActionName) => rights.get(action)?.isAllowed ?? false;
  const reason = t('account.action.not-now', { state: t(`account.state.${account.state}`) });
  const mayHavePicture = isAllowed('EDIT') && Boolean(account.firebaseId);
  return (
    <>
      {offered('REACTIVATE') && account.state !== 'ACTIVE' ? (
        <ActionButton
          isAllowed={isAllowed('REACTIVATE')}
          reason={account.state === 'CLOSED' ? t('account.action.closed-too-long') : reason}
          icon={IconPlayerPlay}
          label={t('account.action.reactivate')}
          onClick={() => onDialog('reactivate')}
        />
      ) : null}
      {offered('SUSPEND') && account.state !== 'SUSPENDED' ? (
        <ActionButton
          isAllowed={isAllowed('SUSPEND')}
          reason={reason}
          icon={IconPlayerPause}
          label={t('account.action.suspend')}
          onClick={() => onDialog('suspend')}
        />
      ) : null}
      {offered('EDIT') ? (
        <ActionButton
          isMain
          isAllowed={isAllowed('EDIT')}
          reason={reason}
          icon={IconPencil}
          label={t('account.action.edit')}
          onClick={onEdit}
        />
      ) : null}
      {offered('CLOSE') ? (
        <Menu position="bottom-end" width={240} shadow="md">
          <Menu.Target>
            <ActionIcon variant="default" size={32} aria-label={t('account.action.more')}>
              <IconDots size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              disabled={!mayHavePicture}
              leftSection={<IconCamera size={16} stroke={1.75} aria-hidden />}
              onClick={() => onDialog('picture')}
            >
              {t('account.picture.change')}
              {mayHavePicture ? null : (
                <small className="bc-why-not">{account.firebaseId ? reason : t('account.picture.no-app')}</small>
              )}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              className="bc-destructive"
              disabled={!isAllowed('CLOSE')}
              leftSection={<IconLock size={16} stroke={1.75} aria-hidden />}
              onClick={() => onDialog('close')}
            >
              {t('account.action.close')}
              {isAllowed('CLOSE') ? null : <small className="bc-why-not">{reason}</small>}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
}

interface ActionButtonProps {
  readonly label: string;
  readonly icon: typeof IconLock;
  readonly isAllowed: boolean;
  /** Why not; shown on hover and focus, so the button stays reachable. */
  readonly reason: string;
  readonly isMain?: boolean;
  readonly onClick: () => void;
}

function ActionButton(props: ActionButtonProps) {
  const { icon: Icon, isAllowed, isMain = false } = props;
  const { target, hint } = useHint(props.reason);
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
        leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
        aria-disabled={!isAllowed}
        onClick={() => isAllowed && props.onClick()}
        {...(isAllowed ? {} : { 'data-disabled': true, ...target })}
      >
        {props.label}
      </Button>
      {isAllowed ? null : hint}
    </>
  );
}
