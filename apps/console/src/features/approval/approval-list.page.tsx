import { APPROVAL_ACTIONS, APPROVAL_STATES, may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { formatExact } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Navigate, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApprovalFilter, ApprovalRowFragment } from '../../generated/graphql.ts';
import { part } from '../../lib/page/part.ts';
import { currentRoles, session } from '../../lib/settings/session.ts';
import { personCode, personOfCode } from '../../listing/address/person-code.ts';
import { nothing, textColumn, timeColumn } from '../../listing/columns/column-kinds.tsx';
import { chosenInput, instantInput, setInput } from '../../listing/filter/filter-input.ts';
import type { FilterValue } from '../../listing/filter/filter-value.ts';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { ListDefinition } from '../../listing/list-definition.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { listSource } from '../../listing/list-source.ts';
import { listNewsOf } from '../../listing/news/list-news-source.ts';
import { valueFilter } from '../../records/entity-columns.tsx';
import { approvalCountQuery, approvalListQuery, approvalNewsSubscription } from './approval.operations.ts';
import { titleOf } from './approval-job.ts';
import { ApprovalStateMark, actionKey, reachWords, TimeLeft } from './approval-words.tsx';

const ApprovalRules = part(() => import('./approval-rules.tsx'), 'ApprovalRules');

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find((each) => each === text) ?? null;

/** The chosen filters as input of the API; null if none is chosen. */
function filterInput(filters: Readonly<Record<string, FilterValue>>): ApprovalFilter | null {
  return chosenInput({
    state: setInput(filters['state'], oneOf(APPROVAL_STATES)),
    action: setInput(filters['action'], oneOf(APPROVAL_ACTIONS)),
    requestedBy: setInput(filters['requestedBy'], personOfCode),
    requested: instantInput(filters['requested']),
    expires: instantInput(filters['expires']),
  }) as ApprovalFilter | null;
}

const PATH = '/approvals';
/** The view that the page opens with. */
const PENDING = { state: 'PENDING' };
const myCode = () => personCode(session.state.get().person?.sub ?? '');

export const approvalList: ListDefinition<ApprovalRowFragment> = {
  name: 'approvals',
  capability: 'APPROVALS',
  rowHeight: 45,
  titleKey: 'shell.page.approvals',
  searchHintKey: () => 'approval.search.hint',
  emptyKey: 'approval.place.none',
  emptyBodyKey: 'approval.place.none-body',
  presets: [
    { labelKey: 'approval.view.pending', params: () => PENDING },
    { labelKey: 'approval.view.mine', params: () => ({ requestedBy: myCode() }) },
    { labelKey: 'approval.view.decided', params: () => ({ state: 'APPROVED.DECLINED' }) },
  ],
  columns: [
    {
      key: 'title',
      headerKey: 'approval.field.title',
      width: 264,
      grows: true,
      isPinned: true,
      render: (row, formats) => (
        <span className="bc-phone-main">
          <b className="bc-cell-name" dir="auto">
            {titleOf(row, formats)}
          </b>
          <small className="bc-code" dir="ltr">
            {row.code}
          </small>
        </span>
      ),
      copyText: ({ code }) => code,
    },
    {
      key: 'action',
      headerKey: 'approval.field.action',
      width: 176,
      render: ({ action }, { t }) => t(actionKey(action)),
    },
    {
      key: 'reach',
      exported: ['value'],
      headerKey: 'approval.field.reach',
      width: 144,
      align: 'end',
      render: (row, formats) => reachWords(row, formats) ?? nothing(formats),
    },
    textColumn('requestedBy', 'approval.field.requestedBy', 152, ({ requestedBy }) => requestedBy?.name),
    {
      key: 'state',
      headerKey: 'crud.field.state',
      width: 136,
      render: ({ state }) => <ApprovalStateMark state={state} />,
    },
    {
      key: 'expires',
      exported: ['expiresAt'],
      headerKey: 'approval.field.expires',
      width: 136,
      sort: 'expires',
      render: ({ state, expiresAt }, formats) =>
        state === 'PENDING' ? <TimeLeft at={expiresAt} formats={formats} isCell /> : nothing(formats),
      fullText: ({ state, expiresAt }, formats) =>
        state === 'PENDING' ? formatExact(new Date(expiresAt), formats) : null,
    },
    timeColumn('requested', 'approval.field.requestedAt', 112, ({ requestedAt }) => requestedAt, { sort: 'requested' }),
    textColumn('decidedBy', 'approval.field.decidedBy', 152, ({ decidedBy }) => decidedBy?.name, {
      isHiddenAtFirst: true,
    }),
    timeColumn('decided', 'approval.field.decidedAt', 112, ({ decidedAt }) => decidedAt, { isHiddenAtFirst: true }),
  ],
  filters: [
    valueFilter('state', 'crud.field.state', APPROVAL_STATES, (state) => `approval.state.${state}`),
    valueFilter('action', 'approval.field.action', APPROVAL_ACTIONS, actionKey),
    {
      key: 'requestedBy',
      labelKey: 'approval.field.requestedBy',
      shape: 'set',
      options: ({ t }) => Promise.resolve([{ value: myCode(), label: t('approval.filter.me') }]),
    },
    { key: 'requested', labelKey: 'approval.field.requestedAt', shape: 'instant' },
    { key: 'expires', labelKey: 'approval.field.expires', shape: 'instant' },
  ],
  sorts: { requested: 'REQUESTED', expires: 'EXPIRES' },
  matchKey: () => null,
  rowId: ({ id }) => id,
  rowHref: ({ id }) => `${PATH}/${id}`,
  rowLabel: titleOf,
  phoneRow: (row, formats) => (
    <PhoneRow
      title={<bdi>{titleOf(row, formats)}</bdi>}
      end={reachWords(row, formats)}
      state={
        row.state === 'PENDING' ? (
          <TimeLeft at={row.expiresAt} formats={formats} />
        ) : (
          <ApprovalStateMark state={row.state} />
        )
      }
    >
      <bdi>{row.requestedBy?.name}</bdi> · {formats.t(actionKey(row.action))}
    </PhoneRow>
  ),
  filterInput,
  news: listNewsOf({
    document: approvalNewsSubscription,
    variables: ({ filters, search }, since) => ({ since, filter: filterInput(filters), search: search || null }),
    count: ({ approvalsCreated }) => approvalsCreated,
  }),
  rowCreatedAt: ({ requestedAt }) => requestedAt,
  source: listSource({ page: approvalListQuery, count: approvalCountQuery }, filterInput),
};

/** `/approvals`: opens with the pending requests. */
export function ApprovalListPage() {
  const { t } = useMessages();
  const { pathname, searchStr } = useLocation();
  const [isRuling, setRuling] = useState(false);
  // The address of a page that is being opened is none of this one.
  if (pathname === PATH && searchStr === '') return <Navigate to={PATH} search={PENDING} replace />;
  return (
    <>
      <ListPage
        definition={approvalList}
        action={
          may(currentRoles(), 'approval.configure') ? (
            <Button
              leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
              onClick={() => setRuling(true)}
            >
              {t('approval.rules.title')}
            </Button>
          ) : null
        }
      />
      {isRuling ? <ApprovalRules onClose={() => setRuling(false)} /> : null}
    </>
  );
}
