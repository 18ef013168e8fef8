import { may, type SegmentRule } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { State } from '@backcounter/ui';
import { IconAlertTriangle, IconChartPie, IconPencil, IconRefresh, IconSend } from '@tabler/icons-react';
import { useParams, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { SegmentRowFragment } from '../../generated/graphql.ts';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { formatInstant } from '../../lib/format/dates.ts';
import { lazyPart } from '../../lib/page/part.ts';
import type { RecordAction } from '../../lib/record/record-actions.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { useRecordNeighbours } from '../../listing/address/use-record-neighbours.ts';
import { countFigure } from '../../listing/list-count.ts';
import type { EntityFormProps } from '../../records/entity-form.tsx';
import { EntityState } from '../../records/entity-state.tsx';
import { useEntityWords } from '../../records/entity-words.ts';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { RecordActionBar } from '../../records/record-action-bar.tsx';
import { RecordGate } from '../../records/record-gate.tsx';
import { RecordListTab } from '../../records/record-list-tab.tsx';
import { RecordPage, RecordPicture, useRecordSearch, useRecordTab } from '../../records/record-page.tsx';
import { usageOf, useUsageWords } from '../../records/usage-words.ts';
import { useEntityRecord } from '../../records/use-entity-record.ts';
import { SegmentMembers } from '../account/public.tsx';
import { useSegmentCounts } from './rule/use-segment-counts.ts';
import { type SegmentRecord, segments } from './segment.entity.tsx';
import styles from './segment.module.css';
import { SegmentOverview } from './segment-overview.tsx';

const EntityForm = lazyPart(() => import('../../records/entity-form.tsx'), 'EntityForm') as unknown as (
  props: EntityFormProps<SegmentRowFragment>,
) => ReactNode;
const SegmentChanges = lazyPart(() => import('./segment-changes.tsx'), 'SegmentChanges');

/** `/accounts/segments/{id}`. */
export function SegmentRecordPage() {
  const { t } = useMessages();
  const { id = '' } = useParams({ strict: false });
  const segment = useEntityRecord(segments, id);
  return (
    <RecordGate
      query={segment}
      words={{ failed: t('segment.place.failed'), missing: t('segment.place.missing') }}
      list={{ path: '/accounts/segments', title: t('shell.page.segments') }}
    >
      {(loaded) => <SegmentPage key={id} segment={loaded} />}
    </RecordGate>
  );
}

function SegmentPage({ segment }: { readonly segment: SegmentRecord }) {
  const { t, locale, timeZone } = useMessages();
  const go = useRecordSearch();
  const neighbours = useRecordNeighbours('segments', segment.id, (id) => `/accounts/segments/${id}`);
  const counts = useSegmentCounts(segment.rule as SegmentRule);
  const { members } = counts.data ?? {};
  const tabs = [
    { key: 'overview', label: t('segment.tab.overview') },
    { key: 'members', label: t('segment.tab.members'), ...(members && { count: countFigure(members, locale) }) },
    { key: 'history', label: t('segment.tab.history') },
  ];
  const { tab, isEditing: isEditAsked } = useRecordTab(tabs);
  const mayEdit = segment.actions.includes('EDIT');
  const isEditing = isEditAsked && mayEdit;
  const [earlier, setEarlier] = useState<EarlierValues | null>(null);
  const words = useEntityWords(segments, segment);
  const edit = (values: EarlierValues | null) => {
    setEarlier(values);
    go('edit');
  };
  const countedAt = members && formatInstant(members.countedAt, { locale, timeZone });
  return (
    <RecordPage
      picture={<RecordPicture icon={IconChartPie} />}
      title={segment.name}
      state={
        segment.archivedAt == null ? (
          <State tone="positive" icon={IconRefresh} word={t('segment.state.live')} variant="pill" />
        ) : (
          <EntityState record={segment} variant="pill" />
        )
      }
      facts={[
        <CopyChip key="id" value={segment.id} />,
        ...(segment.updatedBy ? [<bdi key="by">{segment.updatedBy.name}</bdi>] : []),
        ...(countedAt ? [<span key="at">{t('segment.fact.counted', { time: countedAt })}</span>] : []),
      ]}
      actions={isEditing ? null : <SegmentActions segment={segment} onEdit={() => edit(null)} />}
      tabs={tabs}
      tab={tab}
      neighbours={neighbours}
    >
      <Suspense>
        {isEditing ? (
          <EntityForm
            definition={segments}
            record={segment}
            words={words}
            earlier={earlier}
            onDone={() => go('', { replace: true })}
          >
            <UsedNote segment={segment} />
          </EntityForm>
        ) : tab === 'members' ? (
          <RecordListTab>
            <SegmentMembers id={segment.id} />
          </RecordListTab>
        ) : tab === 'history' ? (
          <SegmentChanges segment={segment} onRestore={edit} />
        ) : (
          <SegmentOverview segment={segment} counts={counts} />
        )}
      </Suspense>
    </RecordPage>
  );
}

/** Warns that a change of the rule applies wherever the segment is in use. */
function UsedNote({ segment: { usedBy } }: { readonly segment: SegmentRecord }) {
  const { t } = useMessages();
  const uses = useUsageWords(usedBy);
  if (usageOf(usedBy) === 0) return null;
  return (
    <p className={styles['used']} role="note">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      {t('segment.uses.changed', { uses })}
    </p>
  );
}

interface SegmentActionsProps {
  readonly segment: SegmentRecord;
  readonly onEdit: () => void;
}

function SegmentActions({ segment: { id, actions: open, archivedAt }, onEdit }: SegmentActionsProps) {
  const { t } = useMessages();
  const router = useRouter();
  const mayEdit = open.includes('EDIT');
  const maySend = archivedAt == null && may(currentRoles(), 'notification.edit');
  const actions = useMemo((): readonly RecordAction[] => {
    const allowed = { isAllowed: true, whyNot: '' } as const;
    const send = () => void router.navigate({ href: `/notifications?segment=${id}&new` });
    return [
      ...(mayEdit ? [{ key: 'edit', label: t('segment.rule.edit'), icon: IconPencil, ...allowed, run: onEdit }] : []),
      ...(maySend ? [{ key: 'send', label: t('segment.action.send'), icon: IconSend, ...allowed, run: send }] : []),
    ];
  }, [t, onEdit, mayEdit, maySend, id, router]);
  return <RecordActionBar actions={actions} main="send" inMenu={[]} />;
}
