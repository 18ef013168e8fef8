import { directionOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import type { TranslationDiffViewFragment } from '../../generated/graphql.ts';
import './publication-diff.css';

interface DiffViewProps {
  readonly diff: TranslationDiffViewFragment;
  /** Of the texts. */
  readonly locale: string;
}

/** What changes for readers: how many texts, and which; beyond a hundred only how many. */
export function DiffView({ diff, locale }: DiffViewProps) {
  const { t, intl } = useMessages();
  const { added, changed, removed, unchanged, items } = diff;
  const rest = added + changed + removed - items.length;
  const text = (words: string | null | undefined) =>
    words == null ? (
      <span className="bc-empty-value">{t('translation.editor.english')}</span>
    ) : (
      <span lang={locale} dir={directionOf(locale)}>
        {words}
      </span>
    );
  return (
    <div className="bc-diff">
      <ul className="bc-diff-figures">
        {(
          [
            ['added', added],
            ['changed', changed],
            ['removed', removed],
            ['unchanged', unchanged],
          ] as const
        ).map(([name, count]) => (
          <li key={name}>
            <b>{intl.formatNumber(count)}</b> {t(`translation.diff.${name}`)}
          </li>
        ))}
      </ul>
      {items.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        <section className="bc-diff-items" aria-label={t('translation.diff.title')} tabIndex={0}>
          <dl>
            {items.map((item) => (
              <div key={item.key} data-change={item.change}>
                <dt className="bc-code" dir="ltr">
                  {item.key}
                </dt>
                <dd>
                  <del>
                    <span className="bc-sr-only">{t('records.history.from')}</span> {text(item.before)}
                  </del>
                  <ins>
                    <span className="bc-sr-only">{t('records.history.to')}</span> {text(item.after)}
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
          {rest > 0 ? (
            <p className="bc-form-hint">
              {t('translation.diff.rest', { count: rest, figure: intl.formatNumber(rest) })}
            </p>
          ) : null}
        </section>
      ) : null}
    </div>
  );
}
