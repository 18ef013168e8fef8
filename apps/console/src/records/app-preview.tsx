import { useMessages } from '@backcounter/i18n/react';
import { COLOR_TOKENS, type Mode } from '@backcounter/ui';
import type { CSSProperties, ReactNode } from 'react';
import styles from './app-preview.module.css';

const MODES: readonly Mode[] = ['light', 'dark'];

/** A record as the app shows it, in both colour schemes. Follows the form while people type. */
export function AppPreview({ children }: { readonly children: ReactNode }) {
  const { t } = useMessages();
  const titleKey = 'crud.preview.title';
  return (
    <section className={styles['preview']} aria-label={t(titleKey)}>
      <h3>{t(titleKey)}</h3>
      {MODES.map((mode, at) => {
        const tokens = {
          surface: COLOR_TOKENS.surface[at],
          text: COLOR_TOKENS.text[at],
          text2: COLOR_TOKENS.text2[at],
        };
        const style = {
          '--bc-app-surface': tokens.surface,
          '--bc-app-text': tokens.text,
          '--bc-app-text2': tokens.text2,
        } as CSSProperties;
        return (
          <figure key={mode}>
            <div className={styles['card']} style={style}>
              {children}
            </div>
            <figcaption>{t(`crud.preview.${mode}`)}</figcaption>
          </figure>
        );
      })}
    </section>
  );
}
