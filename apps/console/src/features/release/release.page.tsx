import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, RelativeTime } from '@backcounter/ui';
import { IconHistory, IconRocket } from '@tabler/icons-react';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { formatInstant } from '../../lib/format/dates.ts';
import { lazyPart, part } from '../../lib/page/part.ts';
import { FactList, RecordCard } from '../../records/record-page.tsx';
import { RecordScreen, richPage, type TabPart } from '../../records/record-screen.tsx';
import { type ReleaseRecord, releases } from './release.entity.ts';
import styles from './release.module.css';
import { releaseActions } from './release.steps.ts';
import { readerWords } from './release-columns.tsx';
import { releaseDateWords } from './release-date.ts';
import { ChangeTypeMark, countsOf, countWords, ReleaseStateMark } from './release-state.tsx';

const EditRelease = lazyPart(() => import('./form/edit-release.tsx'), 'EditRelease');
const ReleaseChanges = lazyPart(() => import('./release-changes.tsx'), 'ReleaseChanges');
const ReleaseDialog = part(() => import('./release-dialog.tsx'), 'ReleaseDialog');
const ReleasePreview = part(() => import('./release-preview.tsx'), 'ReleasePreview');

/** `/admin/releases/{id}`. */
export const ReleaseRecordPage = richPage(releases, ReleasePage);

function ReleasePage({ record: release }: { readonly record: ReleaseRecord }) {
  const formats = useMessages();
  const { t } = formats;
  return (
    <RecordScreen
      kind={releases}
      record={release}
      icon={IconRocket}
      state={<ReleaseStateMark state={release.state} variant="pill" />}
      facts={[
        <CopyChip key="id" value={release.id} />,
        <time key="date" dateTime={release.date}>
          {releaseDateWords(release.date, formats)}
        </time>,
        <span key="changes">{countWords(countsOf(release.figures), formats)}</span>,
        ...(release.publishedAt ? [<span key="readers">{readerWords(release.figures, formats)}</span>] : []),
      ]}
      actions={releaseActions}
      tabs={[
        { key: 'notes', label: t('release.tab.notes'), Part: NotesTab },
        { key: 'history', label: t('release.tab.history'), Part: ReleaseChanges },
      ]}
      isEditedInPlace
      Editor={EditRelease}
      dialog={(dialog, { close }) =>
        dialog === 'preview' ? (
          <ReleasePreview
            release={{ id: release.id, version: release.number, date: release.date, changeLists: release.changeLists }}
            onClose={close}
          />
        ) : (
          <ReleaseDialog dialog={dialog} release={release} onClose={close} />
        )
      }
    />
  );
}

/** Stored content of the release and its facts. */
function NotesTab({ record: release }: TabPart<ReleaseRecord>) {
  const { t, locale, timeZone } = useMessages();
  const time = (at: string | null | undefined) =>
    at ? (formatInstant(at, { locale, timeZone }) ?? '') : t('listing.value.empty');
  return (
    <div className="bc-record-columns">
      <div className="bc-record-column">
        {release.changeLists.length === 0 ? (
          <div className="bc-record-card">
            <EmptyState title={t('release.place.empty')} body={t('release.place.empty-body')} />
          </div>
        ) : null}
        {release.changeLists.map((list) => (
          <RecordCard key={list.id} title={list.title}>
            <ul className={styles['changes']}>
              {list.changes.length === 0 ? <li className="bc-form-hint">{t('release.edit.empty-list')}</li> : null}
              {list.changes.map((change) => (
                <li key={change.id}>
                  <ChangeTypeMark type={change.type} />
                  <div dir="auto">
                    <b>{change.title}</b>
                    <p>{change.description}</p>
                  </div>
                </li>
              ))}
            </ul>
          </RecordCard>
        ))}
      </div>
      <div className="bc-record-column">
        <RecordCard title={t('release.field.state')}>
          <FactList
            facts={[
              { name: t('release.field.state'), value: <ReleaseStateMark state={release.state} /> },
              ...(release.stateReason
                ? [{ name: t('release.field.stateReason'), value: <span dir="auto">{release.stateReason}</span> }]
                : []),
              {
                name: t('release.field.stateChanged'),
                value: (
                  <>
                    <RelativeTime value={new Date(release.stateChangedAt)} locale={locale} timeZone={timeZone} />
                    {release.stateChangedBy ? <bdi>{release.stateChangedBy.name}</bdi> : null}
                  </>
                ),
              },
              { name: t('release.field.publishedAt'), value: time(release.publishedAt) },
              {
                name: t('release.field.publishedBy'),
                value: release.publishedBy ? <bdi>{release.publishedBy.name}</bdi> : t('listing.value.empty'),
              },
            ]}
          />
        </RecordCard>
        <p className="bc-record-updated">
          <IconHistory size={14} stroke={1.75} aria-hidden />
          {release.updatedBy
            ? t('account.card.updated-by', { name: release.updatedBy.name, time: time(release.updatedAt) })
            : t('account.card.updated', { time: time(release.updatedAt) })}
        </p>
      </div>
    </div>
  );
}
