import { useMessages } from '@backcounter/i18n/react';
import type { TranslationFiguresFragment } from '../../../generated/graphql.ts';
import styles from '../translation.module.css';

/** Share of a language's texts that are up to date. Never rounded up to 100 %. */
export function LanguageProgress({ counts }: { readonly counts: TranslationFiguresFragment }) {
  const { t, intl, figure } = useMessages();
  const { translated, total } = counts;
  const share = total === 0 ? 0 : Math.floor((translated / total) * 100);
  return (
    <span className={styles['languageProgress']}>
      <progress
        max={100}
        value={share}
        aria-label={t('translation.progress.label')}
        data-complete={translated === total || undefined}
      />
      <span>
        {t('translation.progress.words', {
          share: intl.formatNumber(share / 100, { style: 'percent' }),
          done: figure(translated),
          total: figure(total),
        })}
      </span>
    </span>
  );
}
