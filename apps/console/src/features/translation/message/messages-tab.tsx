import { useMessages } from '@backcounter/i18n/react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { part } from '../../../lib/page/part.ts';
import { ListPart } from '../../../listing/list-page.tsx';
import { RecordListTab } from '../../../records/record-list-tab.tsx';
import { LanguageProgress } from '../language/language-progress.tsx';
import { type LanguageRecord, OPEN_MESSAGE } from '../language/use-translation-language.ts';
import styles from '../translation.module.css';
import { messageList } from './message.list.tsx';

const MessageEditor = part(() => import('./message-editor.tsx'), 'MessageEditor');

const SHORT_CUTS = [
  { name: 'missing', search: { state: 'MISSING' } },
  { name: 'stale', search: { state: 'STALE' } },
  { name: 'invalid', search: { state: 'INVALID' } },
  { name: 'edited', search: { edited: 'yes' } },
  { name: 'reported', search: { reported: 'yes' } },
] as const;

/** All texts of a language, and the editor of the open one. */
export function MessagesTab({ language }: { readonly language: LanguageRecord }) {
  const { t, figure } = useMessages();
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const { id, locale, isSource } = language;
  const definition = useMemo(
    () => messageList({ languageId: id, locale, isSource, path: pathname }),
    [id, locale, isSource, pathname],
  );
  const params = new URLSearchParams(searchStr);
  const open = params.get(OPEN_MESSAGE) || null;
  const shortCuts = SHORT_CUTS.filter(({ name }) => language.counts[name] > 0);
  const close = () => {
    params.delete(OPEN_MESSAGE);
    const href = params.size > 0 ? `${pathname}?${params}` : pathname;
    void router.navigate({ href, replace: true, resetScroll: false });
  };
  return (
    <RecordListTab
      above={
        // With no work left, the list shows the total number of texts.
        <div className={styles['progress']} hidden={shortCuts.length === 0}>
          <LanguageProgress counts={language.counts} />
          <ul aria-label={t('translation.short-cut.label')}>
            {shortCuts.map(({ name, search }) => {
              const [[key, value] = ['', '']] = Object.entries(search);
              const isChosen = params.get(key) === value;
              return (
                <li key={name}>
                  <Link
                    to={pathname}
                    search={isChosen ? {} : search}
                    resetScroll={false}
                    aria-current={isChosen ? 'true' : undefined}
                    className={styles['shortCut']}
                  >
                    {t(`translation.count.${name}`)} <b>{figure(language.counts[name])}</b>
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      }
    >
      <ListPart definition={definition} openRow={open} />
      {open === null ? null : <MessageEditor language={language} definition={definition} id={open} onClose={close} />}
    </RecordListTab>
  );
}
