import { RELEASE_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, RelativeTime } from '@backcounter/ui';
import { IconHistory, IconRocket } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { formatInstant } from '../../lib/format/dates.ts';
import { lazyPart } from '../../lib/page/part.ts';
import { useRecordNeighbours } from '../../listing/address/use-record-neighbours.ts';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { RecordActionBar } from '../../records/record-action-bar.tsx';
import { RecordGate } from '../../records/record-gate.tsx';
import { FactList, RecordCard, RecordPage, useRecordSearch, useRecordTab } from '../../records/record-page.tsx';
import { mainOf, rightTo } from '../../records/state-actions.ts';
import styles from './release.module.css';
import { type ReleaseDialogName, useReleaseActions } from './release-action-list.ts';
import { readerWords } from './release-columns.tsx';
import { releaseDateWords } from './release-date.ts';
import { ChangeTypeMark, countsOf, countWords, ReleaseStateMark } from './release-state.tsx';
import { RELEASES, type ReleaseRecord, releaseHref, useRelease } from './use-release.ts';

const EditRelease = lazyPart(() => import('./form/edit-release.tsx'), 'EditRelease');
const ReleaseChanges = lazyPart(() => import('./release-changes.tsx'), 'ReleaseChanges');
const ReleaseDialog = lazyPart(() => import('./release-dialog.tsx'), 'ReleaseDialog');
const ReleasePreview = lazyPart(() => import('./release-preview.tsx'), 'ReleasePreview');

/** `/admin/releases/{id}`. */
export function ReleaseRecordPage() {
  const { t } = useMessages();
  const { id = '' } = useParams({ strict: false });
  const release = useRelease(id);
  return (
    <RecordGate
      query={release}
      words={{ failed: t('release.place.failed'), missing: t('release.place.missing') }}
      list={{ path: '/admin/releases', title: t('shell.page.releases') }}
    >
      {(loaded) => <ReleasePage key={id} release={loaded} />}
    </RecordGate>
  );
}

function ReleasePage({ release }: { readonly release: ReleaseRecord }) {
  const formats = useMessages();
  const { t } = formats;
  const go = useRecordSearch();
  const neighbours = useRecordNeighbours(RELEASES, release.id, releaseHref);
  const tabs = [
    { key: 'notes', label: t('release.tab.notes') },
    { key: 'history', label: t('release.tab.history') },
  ];
  const { tab, isEditing: isEditAsked } = useRecordTab(tabs);
  const isEditing = isEditAsked && rightTo(release, 'EDIT')?.isAllowed === true;
  const [dialog, setDialog] = useState<ReleaseDialogName | null>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  const [earlier, setEarlier] = useState<EarlierValues | null>(null);
  const edit = (values: EarlierValues | null) => {
    setEarlier(values);
    go('edit');
  };

  return (
    <RecordPage
      picture={
        <span className="bc-record-picture">
          <IconRocket size={24} stroke={1.75} aria-hidden />
        </span>
      }
      title={release.number}
      state={<ReleaseStateMark state={release.state} variant="pill" />}
      facts={[
        <CopyChip key="id" value={release.id} />,
        <time key="date" dateTime={release.date}>
          {releaseDateWords(release.date, formats)}
        </time>,
        <span key="changes">{countWords(countsOf(release.figures), formats)}</span>,
        ...(release.publishedAt ? [<span key="readers">{readerWords(release.figures, formats)}</span>] : []),
      ]}
      actions={
        isEditing ? null : (
          <ReleaseActions
            release={release}
            onEdit={() => edit(null)}
            onPreview={() => setPreviewed(true)}
            onDialog={setDialog}
          />
        )
      }
      tabs={tabs}
      tab={tab}
      neighbours={neighbours}
    >
      <Suspense>
        {isEditing ? (
          <EditRelease release={release} earlier={earlier} onDone={() => go('', { replace: true })} />
        ) : tab === 'history' ? (
          <ReleaseChanges release={release} onPutBack={edit} />
        ) : (
          <NotesTab release={release} />
        )}
        {dialog === null ? null : <ReleaseDialog dialog={dialog} release={release} onClose={() => setDialog(null)} />}
        {isPreviewed ? (
          <ReleasePreview
            release={{ id: release.id, version: release.number, date: release.date, changeLists: release.changeLists }}
            onClose={() => setPreviewed(false)}
          />
        ) : null}
      </Suspense>
    </RecordPage>
  );
}

function ReleaseActions(props: Parameters<typeof useReleaseActions>[0]) {
  const { t } = useMessages();
  const all = useReleaseActions(props);
  const main = mainOf(RELEASE_MACHINE, props.release.state, all, ['publish', 'edit']);
  const ordered = [...all.filter(({ key }) => key !== main), ...all.filter(({ key }) => key === main)];
  return (
    <RecordActionBar
      actions={ordered}
      main={main}
      inMenu={['duplicate', 'withdraw', 'discard']}
      moreLabel={t('account.action.more')}
    />
  );
}

/** Stored content of the release and its facts. */
function NotesTab({ release }: { readonly release: ReleaseRecord }) {
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
