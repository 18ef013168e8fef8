import { useMessages } from '@backcounter/i18n/react';
import { Fragment, type ReactNode } from 'react';
import { Dialog } from '../../../lib/page/dialog.tsx';
import { GO_KEY } from '../../../lib/page/shortcut-key.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { modKeyName } from '../../keys/shortcut-keys.ts';
import { KEY_SIGNS, SHORTCUT_SECTIONS } from '../../keys/shortcut-list.ts';
import { navigationFor } from '../../navigation.ts';
import styles from './dialog.module.css';

const sign = (key: string) => (key === 'Mod' ? modKeyName() : (KEY_SIGNS[key] ?? key));

/** All shortcuts of the console, including those to the pages that this person may open. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useMessages();
  return (
    <Dialog title={t('shell.shortcuts.title')} onClose={onClose}>
      {SHORTCUT_SECTIONS.map(({ titleKey, shortcuts }) => (
        <Section
          key={titleKey}
          title={t(titleKey)}
          rows={shortcuts.map(({ keys, wordKey }) => ({
            word: t(wordKey),
            keys: (
              <span dir="ltr">
                {keys.map((key) => (
                  <kbd key={key}>{sign(key)}</kbd>
                ))}
              </span>
            ),
          }))}
        />
      ))}
      <Section
        title={t('shell.shortcuts.pages')}
        rows={navigationFor(currentRoles()).flatMap(({ items }) =>
          items.map(({ titleKey, key }) => ({
            word: t('shell.shortcuts.go', { page: t(titleKey) }),
            keys: (
              <>
                <kbd>{GO_KEY}</kbd> {t('shell.shortcuts.then')} <kbd>{key}</kbd>
              </>
            ),
          })),
        )}
      />
    </Dialog>
  );
}

interface SectionProps {
  readonly title: string;
  readonly rows: readonly { readonly word: string; readonly keys: ReactNode }[];
}

function Section({ title, rows }: SectionProps) {
  return (
    <>
      <h3 className={styles['keysTitle']}>{title}</h3>
      <dl className={styles['keys']}>
        {rows.map(({ word, keys }) => (
          <Fragment key={word}>
            <dt>{word}</dt>
            <dd>{keys}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}
