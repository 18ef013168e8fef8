import { useMessages } from '@backcounter/i18n/react';
import type { UiIcon } from '@backcounter/ui';
import {
  IconBell,
  IconCoins,
  IconDownload,
  IconEraser,
  IconStack2,
  IconTicket,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import type { ApprovalAction } from '../../generated/graphql.ts';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { ExactTime } from '../../lib/format/exact-time.tsx';
import { kindWords } from '../../records/action-words.ts';
import { RecordGate } from '../../records/record-gate.tsx';
import type { RecordKinds } from '../../records/record-kind.ts';
import { RecordPage, RecordPicture } from '../../records/record-page.tsx';
import styles from './approval.module.css';
import { ApprovalComments } from './approval-comments.tsx';
import { ApprovalContent, Changes, type ContentProps, Figures } from './approval-content.tsx';
import { Decision } from './approval-decision.tsx';
import { jobWords } from './approval-job.ts';
import { Deciders, History } from './approval-side.tsx';
import { ApprovalStateMark, actionKey } from './approval-words.tsx';
import { useApproval, useOpenPlace } from './use-approval.ts';

const ICONS: Readonly<Record<ApprovalAction, UiIcon>> = {
  CAMPAIGN_WORST_CASE: IconTicket,
  NOTIFICATION_SEND: IconBell,
  POINTS_ADJUST: IconCoins,
  BULK: IconStack2,
  ERASE: IconEraser,
  EXPORT_CONTACTS: IconDownload,
  ROLES: IconUsersGroup,
};

/** `/approvals/{id}`. `kinds` gives the links to records and the labels of their fields. */
export function ApprovalPage({ kinds }: { readonly kinds: RecordKinds }) {
  const { t } = useMessages();
  const { id = '' } = useParams({ strict: false });
  const request = useApproval(id);
  return (
    <RecordGate
      query={request}
      words={{ failed: t('approval.place.failed'), missing: t('approval.place.missing') }}
      list={{ path: '/approvals', title: t('shell.page.approvals') }}
    >
      {(loaded) => <ApprovalRecord key={id} approval={loaded} kinds={kinds} />}
    </RecordGate>
  );
}

function ApprovalRecord({ approval, kinds }: ContentProps) {
  const formats = useMessages();
  const { t } = formats;
  const { id, code, action, state, title, entityType, entityId, requestedBy, requestedAt } = approval;
  const place = useOpenPlace(id);
  const job = jobWords(approval, formats);
  const isRaise = action === 'CAMPAIGN_WORST_CASE' && approval.fields.some(({ before }) => before != null);
  const kind = entityType != null && Object.hasOwn(kinds, entityType) ? kinds[entityType] : undefined;
  return (
    <RecordPage
      picture={<RecordPicture icon={ICONS[action]} />}
      title={job?.title ?? t(isRaise ? 'approval.title.raise' : `approval.title.${action}`, { title })}
      state={<ApprovalStateMark state={state} variant="pill" />}
      facts={[
        <CopyChip key="code" value={code} />,
        kind && entityId != null ? (
          <span key="record">
            {kindWords(entityType ?? '', { t })}{' '}
            <Link to={kind.href(entityId, null)}>
              <bdi>{title}</bdi>
            </Link>
          </span>
        ) : (
          <span key="action">{t(actionKey(action))}</span>
        ),
        <span key="by">
          {t('approval.requested-by', { name: requestedBy?.name ?? '' })} <ExactTime at={requestedAt} />
        </span>,
      ]}
      actions={
        place === null ? null : (
          <span className="bc-muted">{t('approval.place.of', { place: place.place, count: place.count })}</span>
        )
      }
      tabs={[]}
      tab=""
      neighbours={place?.neighbours ?? null}
    >
      <div className={`bc-record-columns ${styles['page']}`}>
        <div className="bc-record-column">
          <Figures approval={approval} />
          <ApprovalContent approval={approval} kinds={kinds} />
          <Changes approval={approval} kinds={kinds} />
          <ApprovalComments approval={approval} />
        </div>
        <div className="bc-record-column">
          <Decision approval={approval} />
          <Deciders approval={approval} />
          <History approval={approval} />
        </div>
      </div>
    </RecordPage>
  );
}
