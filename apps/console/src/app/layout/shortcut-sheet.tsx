import { useMessages } from '@backcounter/i18n/react';
import { Fragment, type ReactNode } from 'react';
import { currentRoles } from '../../lib/session.ts';
import { navigationFor } from '../navigation.ts';
import './dialog.css';
import { Dialog } from './dialog.tsx';

/** All shortcuts of the console. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useMessages();
  const rows: readonly { readonly word: string; readonly keys: ReactNode }[] = [
    { word: t('shell.shortcuts.search'), keys: <kbd>/</kbd> },
    { word: t('shell.shortcuts.sheet'), keys: <kbd>?</kbd> },
    { word: t('shell.shortcuts.close'), keys: <kbd>Esc</kbd> },
    {
      word: t('shell.shortcuts.submit'),
      keys: (
        <>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </>
      ),
    },
    ...navigationFor(currentRoles()).flatMap(({ items }) =>
      items.map(({ titleKey, key }) => ({
        word: t('shell.shortcuts.go', { page: t(titleKey) }),
        keys: (
          <>
            <kbd>g</kbd> {t('shell.shortcuts.then')} <kbd>{key}</kbd>
          </>
        ),
      })),
    ),
  ];
  return (
    <Dialog title={t('shell.shortcuts.title')} onClose={onClose}>
      <dl className="bc-keys">
        {rows.map(({ word, keys }) => (
          <Fragment key={word}>
            <dt>{word}</dt>
            <dd dir="ltr">{keys}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
