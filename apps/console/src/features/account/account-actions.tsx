import { useMessages } from '@backcounter/i18n/react';
import { useHint } from '@backcounter/ui';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useRecordActions } from '../../lib/record-actions.ts';
import { type AccountAction, type AccountDialogName, useAccountActions } from './account-action-list.ts';
import type { AccountRecord } from './use-account.ts';

interface AccountActionsProps {
  readonly account: AccountRecord;
  readonly onEdit: () => void;
  readonly onDialog: (dialog: AccountDialogName) => void;
}

/** In the menu behind the buttons. */
const IN_MENU: readonly AccountAction['key'][] = ['picture', 'close'];

/** What can be done with the account now: buttons, a menu, and the same for the palette. */
export function AccountActions(props: AccountActionsProps) {
  const { t } = useMessages();
  const actions = useAccountActions(props);
  useRecordActions(actions);
  const inMenu = actions.filter(({ key }) => IN_MENU.includes(key));
  return (
    <>
      {actions
        .filter((action) => !inMenu.includes(action))
        .map((action) => (
          <ActionButton key={action.key} action={action} isMain={action.key === 'edit'} />
        ))}
      {inMenu.length > 0 ? (
        <Menu position="bottom-end" width={240} shadow="md">
          <Menu.Target>
            <ActionIcon variant="default" size={32} aria-label={t('account.action.more')}>
              <IconDots size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {inMenu.map(({ key, icon: Icon, label, isAllowed, whyNot, run }) => (
              <Fragment key={key}>
                {key === 'close' ? <Menu.Divider /> : null}
                <Menu.Item
                  {...(key === 'close' ? { className: 'bc-destructive' } : {})}
                  disabled={!isAllowed}
                  leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
                  onClick={run}
                >
                  {label}
                  {isAllowed ? null : <small className="bc-why-not">{whyNot}</small>}
                </Menu.Item>
              </Fragment>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
}

/** Its reason is shown on hover and focus, so a button that cannot be used now stays reachable. */
function ActionButton({ action, isMain }: { readonly action: AccountAction; readonly isMain: boolean }) {
  const { icon: Icon, isAllowed } = action;
  const { target, hint } = useHint(action.whyNot);
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
        leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
        aria-disabled={!isAllowed}
        onClick={() => isAllowed && action.run()}
        {...(isAllowed ? {} : { 'data-disabled': true, ...target })}
      >
        {action.label}
      </Button>
      {isAllowed ? null : hint}
    </>
  );
}
