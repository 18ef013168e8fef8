import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useIsPhone } from '../../lib/page/use-phone.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { WhatsNew } from './dialogs/whats-new.tsx';
import { JobButton } from './jobs/job-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { ModeMenu } from './mode-menu.tsx';
import { OnlinePill } from './online-pill.tsx';
import { PaletteButton } from './palette-button.tsx';
import { PersonMenu } from './person-menu.tsx';
import type { ShellLayer } from './shell-layer.ts';
import styles from './top-bar.module.css';

interface TopBarProps {
  /** The open layer of the shell. */
  readonly layer: ShellLayer | null;
  readonly onOpen: (layer: ShellLayer | null) => void;
}

/** Breadcrumbs and global actions. */
export function TopBar({ layer, onOpen }: TopBarProps) {
  const { t } = useMessages();
  // There the name of the page needs the space, and settings move into the menu of the person.
  const isPhone = useIsPhone();
  return (
    <header className={styles['bar']}>
      <ActionIcon
        className={styles['menu']}
        size="xl"
        aria-label={t('shell.nav.open')}
        onClick={() => onOpen('navigation')}
      >
        <IconMenu2 size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Breadcrumbs />
      <div className={styles['actions']}>
        <PaletteButton onOpen={() => onOpen('palette')} />
        <OnlinePill />
        <JobButton isOpen={layer === 'jobs'} onOpen={() => onOpen(layer === 'jobs' ? null : 'jobs')} />
        <WhatsNew />
        {isPhone ? null : (
          <>
            <LanguageMenu />
            <ModeMenu />
          </>
        )}
        <PersonMenu hasSettings={isPhone} onOpen={onOpen} />
      </div>
    </header>
  );
}
