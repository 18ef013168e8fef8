import { useLanguages, useMessages } from '@backcounter/i18n/react';
import { Avatar, Menu } from '@backcounter/ui';
import {
  IconAdjustments,
  IconExternalLink,
  IconHistory,
  IconKeyboard,
  IconLock,
  IconLogout,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { session } from '../../lib/settings/session.ts';
import { useConsole } from '../console-context.ts';
import { roleKey } from '../role-key.ts';
import { LanguageChoice } from './language-menu.tsx';
import { ModeChoice } from './mode-menu.tsx';
import type { ShellLayer } from './shell-layer.ts';
import styles from './top-bar.module.css';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

interface PersonMenuProps {
  /** Language and colour mode have no button of their own. */
  readonly hasSettings: boolean;
  readonly onOpen: (layer: ShellLayer) => void;
}

/** The signed-in person, their roles, and their own pages. */
export function PersonMenu({ hasSettings, onOpen }: PersonMenuProps) {
  const { t, language, intl } = useMessages();
  const { languages } = useLanguages();
  const { config } = useConsole();
  const { person } = useSelector(session.state);
  if (!person) return null;
  const roles = intl.formatList(
    person.roles.map((role) => t(roleKey(role))),
    { type: 'conjunction' },
  );
  return (
    <Menu withinPortal={false} position="bottom-end" width={240}>
      <Menu.Target>
        <button
          type="button"
          className={styles['avatarButton']}
          aria-label={t('shell.person.menu', { name: person.name })}
        >
          <Avatar id={person.sub} name={person.name} size="bar" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles['personMenu']}>
        <div className={styles['personName']} dir="auto">
          <strong>{person.name}</strong>
          {person.email && person.email !== person.name ? <span dir="ltr">{person.email}</span> : null}
          <span>{roles || t('shell.person.no-roles')}</span>
        </div>
        <Menu.Divider />
        {person.adminUrl ? (
          <Menu.Item
            component="a"
            href={person.adminUrl}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink {...icon} />}
          >
            {t('shell.person.admin-link')}
          </Menu.Item>
        ) : null}
        {config.ownPageUrl ? (
          <Menu.Item
            component="a"
            href={`${config.ownPageUrl}?ui_locales=${language}`}
            leftSection={<IconLock {...icon} />}
          >
            {t('shell.person.own-page')}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconAdjustments {...icon} />} onClick={() => onOpen('settings')}>
          {t('shell.person.settings')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => onOpen('messages')}>
          {t('shell.person.messages')}
        </Menu.Item>
        {/* A phone has no keyboard, and its sign-out is visible anyway. */}
        {hasSettings ? null : (
          <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={() => onOpen('shortcuts')}>
            {t('shell.person.shortcuts')}
          </Menu.Item>
        )}
        {hasSettings ? (
          <>
            <Menu.Divider />
            <Menu.Label>{t('shell.mode.label')}</Menu.Label>
            <ModeChoice />
            {languages.length > 1 ? (
              <>
                <Menu.Divider />
                <Menu.Label>{t('shell.language.label')}</Menu.Label>
                <LanguageChoice />
              </>
            ) : null}
          </>
        ) : null}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/logout"
          preload={false}
          leftSection={<IconLogout {...icon} className="bc-mirror" />}
        >
          {t('common.action.sign-out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
