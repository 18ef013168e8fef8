import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import type { TranslationLanguageRowFragment } from '../../../generated/graphql.ts';
import styles from '../translation.module.css';
import { LanguageStateMark } from '../translation-state.tsx';
import { LanguageProgress } from './language-progress.tsx';
import { useLanguageName } from './language-words.ts';

/** Languages with their progress, open work and publication. */
export function LanguageTable({ languages }: { readonly languages: readonly TranslationLanguageRowFragment[] }) {
  const { t, locale, timeZone } = useMessages();
  const nameOf = useLanguageName();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles['languageTable']} aria-label={t('translation.language.table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('translation.language.field.language')}</th>
            <th scope="col">{t('translation.language.field.translated')}</th>
            {(['missing', 'stale', 'invalid', 'reported'] as const).map((count) => (
              <th key={count} scope="col" className={styles['figureCell']}>
                {t(`translation.count.${count}`)}
              </th>
            ))}
            <th scope="col">{t('translation.language.field.state')}</th>
            <th scope="col" className={styles['figureCell']}>
              {t('translation.language.field.unpublished')}
            </th>
          </tr>
        </thead>
        <tbody>
          {languages.map((language) => (
            <tr key={language.id}>
              <th scope="row">
                <Link to="/admin/translations/$id" params={{ id: language.id }} className={styles['languageName']}>
                  <bdi lang={language.locale}>{language.name}</bdi>
                </Link>
                <small>
                  {nameOf(language.locale)} · <bdi className="bc-code">{language.locale}</bdi>
                </small>
              </th>
              <td>
                <LanguageProgress counts={language.counts} />
              </td>
              <Count language={language} name="missing" search="state=MISSING" />
              <Count language={language} name="stale" search="state=STALE" />
              <Count language={language} name="invalid" search="state=INVALID" />
              <Count language={language} name="reported" search="reported=yes" />
              <td>
                <LanguageStateMark language={language} />
                {language.publication ? (
                  <small>
                    <RelativeTime value={new Date(language.publication.at)} locale={locale} timeZone={timeZone} />
                    {language.publication.by ? (
                      <>
                        {' · '}
                        <bdi>{language.publication.by.name}</bdi>
                      </>
                    ) : (
                      ` · ${t('translation.language.shipped')}`
                    )}
                  </small>
                ) : null}
              </td>
              <Count language={language} name="unpublished" search="unpublished=yes" />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CountProps {
  readonly language: TranslationLanguageRowFragment;
  readonly name: 'missing' | 'stale' | 'invalid' | 'reported' | 'unpublished';
  /** Search parameters of the list with exactly these texts. */
  readonly search: string;
}

function Count({ language, name, search }: CountProps) {
  const { t, figure } = useMessages();
  const count = name === 'unpublished' ? language.unpublishedChanges : language.counts[name];
  return (
    <td className={styles['figureCell']} data-label={t(`translation.count.${name}`)}>
      {count === 0 ? (
        <span className="bc-empty-value">{figure(count)}</span>
      ) : (
        <Link
          to="/admin/translations/$id"
          params={{ id: language.id }}
          search={Object.fromEntries(new URLSearchParams(search))}
          aria-label={t('translation.language.count', {
            count,
            what: t(`translation.count.${name}`),
            language: language.name,
          })}
        >
          {figure(count)}
        </Link>
      )}
    </td>
  );
}
