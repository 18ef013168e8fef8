import { DEFAULT_LOCALE, directionOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { type ReactNode, useId, useState } from 'react';
import { ownName } from '../form/text-languages.ts';
import styles from './side.module.css';
import { SideCard } from './side-card.tsx';

interface CustomerCardProps {
  readonly title: string;
  readonly languages: readonly string[];
  /** The view in a language. */
  readonly children: (language: string) => ReactNode;
}

/** A record as customers see it, in one of its languages. */
export function CustomerCard({ title, languages, children }: CustomerCardProps) {
  const { t } = useMessages();
  const [language, setLanguage] = useState<string>(DEFAULT_LOCALE);
  const group = useId();
  return (
    <SideCard
      title={title}
      note={
        languages.length === 1 ? null : (
          <fieldset className={styles['languages']}>
            <legend className="bc-sr-only">{t('wizard.language')}</legend>
            {languages.map((tag) => (
              <label key={tag}>
                <input
                  type="radio"
                  name={group}
                  className="bc-sr-only"
                  aria-label={ownName(tag)}
                  checked={tag === language}
                  onChange={() => setLanguage(tag)}
                />
                <span aria-hidden="true">{tag.split('-', 1)[0]?.toUpperCase()}</span>
              </label>
            ))}
          </fieldset>
        )
      }
    >
      <CustomerView language={language}>{children(language)}</CustomerView>
    </SideCard>
  );
}

/** The same in all languages, side by side. */
export function CustomerViews({ languages, children }: Omit<CustomerCardProps, 'title'>) {
  return (
    <div className={styles['views']}>
      {languages.map((language) => (
        <figure key={language}>
          <figcaption lang={language}>{ownName(language)}</figcaption>
          <CustomerView language={language}>{children(language)}</CustomerView>
        </figure>
      ))}
    </div>
  );
}

/** Part of a customer's screen, in their language and its direction. */
function CustomerView({ language, children }: { readonly language: string; readonly children: ReactNode }) {
  return (
    <div className={styles['customer']} lang={language} dir={directionOf(language)}>
      {children}
    </div>
  );
}
