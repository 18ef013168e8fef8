import { directionOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TranslationDiffPageFragment, TranslationDiffViewFragment } from '../../../generated/graphql.ts';
import { ProblemWords } from '../../../lib/api/problem-words.tsx';
import styles from './publication-diff.module.css';

interface DiffViewProps {
  readonly diff: TranslationDiffViewFragment;
  /** Locale of the texts. */
  readonly locale: string;
  /** Loads the changes after a key, from the same comparison. */
  readonly more: (after: string, signal: AbortSignal) => Promise<TranslationDiffPageFragment>;
  /** Called if the comparison has changed since. */
  readonly onChanged: () => void;
}

/** Changes for readers: their number, and the changed texts, page by page. */
export function DiffView({ diff, locale, more, onChanged }: DiffViewProps) {
  const { t, figure } = useMessages();
  const { added, changed, removed, unchanged, sha256 } = diff;
  const total = added + changed + removed;
  const pages = useInfiniteQuery({
    queryKey: ['translation-diff', locale, sha256, diff],
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam === null) return diff.items;
      const page = await more(pageParam, signal);
      if (page.sha256 === sha256) return page.items;
      onChanged();
      return [];
    },
    initialPageParam: null as string | null,
    initialData: { pages: [diff.items], pageParams: [null] },
    getNextPageParam: (last, all) => (all.flat().length < total ? last.at(-1)?.key : undefined),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const items = pages.data.pages.flat();
  const text = (words: string | null | undefined) =>
    words == null ? (
      <span className="bc-empty-value">{t('translation.editor.english')}</span>
    ) : (
      <span lang={locale} dir={directionOf(locale)}>
        {words}
      </span>
    );
  return (
    <div className="bc-stack bc-gap-lg">
      <ul className={styles['diffFigures']}>
        {(
          [
            ['added', added],
            ['changed', changed],
            ['removed', removed],
            ['unchanged', unchanged],
          ] as const
        ).map(([name, count]) => (
          <li key={name}>
            <b>{figure(count)}</b> {t(`translation.diff.${name}`)}
          </li>
        ))}
      </ul>
      {items.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section className={styles['diffItems']} aria-label={t('translation.diff.title')} tabIndex={0}>
          <dl>
            {items.map((item) => (
              <div key={item.key} data-change={item.change}>
                <dt className="bc-code" dir="ltr">
                  {item.key}
                </dt>
                <dd className="bc-stack bc-break">
                  <del className="bc-faint">
                    <span className="bc-sr-only">{t('records.history.from')}</span> {text(item.before)}
                  </del>
                  <ins>
                    <span className="bc-sr-only">{t('records.history.to')}</span> {text(item.after)}
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
          {items.length < total ? (
            <div className={styles['diffRest']}>
              <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                {t('translation.diff.more')}
              </Button>
              <span aria-live="polite">
                {t('translation.diff.shown', {
                  shown: figure(items.length),
                  total,
                })}
              </span>
              {pages.error ? (
                <span className="bc-dialog-problem" role="alert">
                  <ProblemWords error={pages.error} />
                </span>
              ) : null}
            </div>
          ) : null}
        </section>
      ) : null}
    </div>
  );
}
