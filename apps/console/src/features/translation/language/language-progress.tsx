import { useMessages } from '@backcounter/i18n/react';
import type { TranslationFiguresFragment } from '../../../generated/graphql.ts';

/** How much of a language is right as it is. Never 100 % while something is left. */
export function LanguageProgress({ counts }: { readonly counts: TranslationFiguresFragment }) {
  const { t, intl } = useMessages();
  const { translated, total } = counts;
  const share = total === 0 ? 0 : Math.floor((translated / total) * 100);
  return (
    <span className="bc-language-progress">
      <progress
        max={100}
        value={share}
        aria-label={t('translation.progress.label')}
        data-complete={translated === total || undefined}
      />
      <span>
        {t('translation.progress.words', {
          share: intl.formatNumber(share / 100, { style: 'percent' }),
          done: intl.formatNumber(translated),
          total: intl.formatNumber(total),
        })}
      </span>
    </span>
  );
}
