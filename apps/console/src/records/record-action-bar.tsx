import { useMessages } from '@backcounter/i18n/react';
import { Menu, useHint } from '@backcounter/ui';
import { ActionIcon, Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment } from 'react';
import { type RecordAction, useRecordActions } from '../lib/record/record-actions.ts';

interface RecordActionBarProps {
  readonly actions: readonly RecordAction[];
  /** Key of the primary button. */
  readonly main: string;
  /** Keys of the actions in the menu behind the buttons. */
  readonly inMenu: readonly string[];
}

/** Actions on a record: buttons, a menu, and the same in the palette. */
export function RecordActionBar({ actions, main, inMenu }: RecordActionBarProps) {
  const { t } = useMessages();
  useRecordActions(actions);
  const hasMenu = actions.some(({ key }) => inMenu.includes(key));
  // Impossible actions move to the menu, which shows the reason.
  const behind = actions
    .filter(({ key, isAllowed }) => inMenu.includes(key) || (hasMenu && !isAllowed && key !== main))
    .sort((a, b) => Number(a.isDestructive === true) - Number(b.isDestructive === true));
  const firstDestructive = behind.find(({ isDestructive }) => isDestructive === true);
  return (
    <>
      {actions
        .filter((action) => !behind.includes(action))
        .map((action) => (
          <ActionButton key={action.key} action={action} isMain={action.key === main} />
        ))}
      {behind.length > 0 ? (
        <Menu position="bottom-end" width={240} shadow="md">
          <Menu.Target>
            <ActionIcon variant="default" size={32} aria-label={t('records.action.more')}>
              <IconDots size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {behind.map(({ key, icon: Icon, label, isAllowed, whyNot, isDestructive = false, run }, index) => (
              <Fragment key={key}>
                {key === firstDestructive?.key && index > 0 ? <Menu.Divider /> : null}
                <Menu.Item
                  {...(isDestructive ? { className: 'bc-destructive' } : {})}
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

/** A disabled button remains focusable, since hover and focus show its reason. */
function ActionButton({ action, isMain }: { readonly action: RecordAction; readonly isMain: boolean }) {
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
