import { directionOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { IconLanguage } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyPart, part } from '../../../lib/page/part.ts';
import { RecordActionBar } from '../../../records/record-action-bar.tsx';
import { RecordGate } from '../../../records/record-gate.tsx';
import { RecordPage, useRecordTab } from '../../../records/record-page.tsx';
import { MessagesTab } from '../message/messages-tab.tsx';
import { LanguageStateMark } from '../translation-state.tsx';
import { type LanguageDialogName, useLanguageActions } from './language.steps.ts';
import { useLanguageName } from './language-words.ts';
import { type LanguageRecord, useTranslationLanguage } from './use-translation-language.ts';

const PublishDialog = part(() => import('../publication/publish-dialog.tsx'), 'PublishDialog');
const LanguageDialog = part(() => import('./language-dialog.tsx'), 'LanguageDialog');
const PublicationsTab = lazyPart(() => import('../publication/publications-tab.tsx'), 'PublicationsTab');
const LanguageChanges = lazyPart(() => import('./language-changes.tsx'), 'LanguageChanges');

/** `/admin/translations/{id}`: the texts of one language. */
export function TranslationLanguagePage() {
  const { t } = useMessages();
  const { id = '' } = useParams({ strict: false });
  const language = useTranslationLanguage(id);
  return (
    <RecordGate
      query={language}
      words={{ failed: t('translation.language.failed'), missing: t('translation.language.none') }}
      list={{ path: '/admin/translations', title: t('shell.page.translations') }}
    >
      {(loaded) => <LanguagePage key={id} language={loaded} />}
    </RecordGate>
  );
}

function LanguagePage({ language }: { readonly language: LanguageRecord }) {
  const { t, locale, timeZone, figure } = useMessages();
  const nameOf = useLanguageName();
  const [dialog, setDialog] = useState<LanguageDialogName | null>(null);
  const actions = useLanguageActions(language, setDialog);
  const tabs = [
    { key: 'texts', label: t('translation.tab.texts'), count: figure(language.counts.total) },
    { key: 'publications', label: t('translation.tab.publications') },
    { key: 'history', label: t('translation.tab.history') },
  ];
  const { tab } = useRecordTab(tabs);
  const { publication } = language;
  const close = () => setDialog(null);
  return (
    <RecordPage
      picture={
        <span className="bc-record-picture">
          <IconLanguage size={24} stroke={1.75} aria-hidden />
        </span>
      }
      title={language.name}
      state={<LanguageStateMark language={language} variant="pill" />}
      facts={[
        <bdi key="locale" className="bc-code">
          {language.locale}
        </bdi>,
        <span key="name">
          {nameOf(language.locale)}
          {directionOf(language.locale) === 'rtl' ? `, ${t('translation.direction.rtl')}` : ''}
        </span>,
        ...(publication && !language.isWithdrawn
          ? [
              <span key="published">
                {publication.by
                  ? t('translation.fact.published-by', { name: publication.by.name })
                  : t('translation.field.shippedValue')}{' '}
                <RelativeTime value={new Date(publication.at)} locale={locale} timeZone={timeZone} />
              </span>,
            ]
          : []),
        <span key="changes">{t('translation.fact.changes', { count: language.unpublishedChanges })}</span>,
      ]}
      actions={<RecordActionBar actions={actions} main="publish" inMenu={['rename', 'download', 'withdraw']} />}
      tabs={tabs}
      tab={tab}
    >
      <Suspense>
        {tab === 'publications' ? (
          <PublicationsTab language={language} />
        ) : tab === 'history' ? (
          <LanguageChanges language={language} />
        ) : (
          <MessagesTab language={language} />
        )}
      </Suspense>
      {dialog === null ? null : dialog === 'publish' ? (
        <PublishDialog language={language} onClose={close} />
      ) : (
        <LanguageDialog dialog={dialog} language={language} onClose={close} />
      )}
    </RecordPage>
  );
}
