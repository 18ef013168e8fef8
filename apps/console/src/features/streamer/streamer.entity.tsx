import { STREAMER_MACHINE, STREAMER_PLATFORMS, STREAMER_STATES, streamerRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Avatar } from '@backcounter/ui';
import { IconCircleCheck, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { StreamerRowFragment } from '../../generated/graphql.ts';
import { formatList, formatNumber, regionName } from '../../lib/format/formats.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { figureColumn, nothing } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats } from '../../listing/list-definition.ts';
import { changedColumn, choiceFilter, valueFilter } from '../../records/entity-columns.tsx';
import { defineEntity, type EntityActionsProps } from '../../records/entity-definition.ts';
import { entityLabels } from '../../records/entity-labels.ts';
import { recordStateMark } from '../../records/entity-state.tsx';
import { DrawerPart } from '../../records/record-drawer.tsx';
import { StateButtons } from '../../records/state-buttons.tsx';
import { StreamerFields, streamerCountries } from './streamer-fields.tsx';
import { streamerDocuments as documents, streamerDocuments } from './streamer-record.operations.ts';

const LOOKS = {
  ACTIVE: { tone: 'positive', icon: IconCircleCheck },
  SUSPENDED: { tone: 'warning', icon: IconPlayerPause },
} as const;

/** Active or suspended. */
const StreamerStateMark = recordStateMark(LOOKS, (state) => `streamer.state.${state}`);

const ICONS = { SUSPEND: IconPlayerPause, REACTIVATE: IconPlayerPlay };

/** Actions of a streamer. */
function StreamerActions(props: EntityActionsProps<StreamerRowFragment>) {
  const { record } = props;
  const { t } = useMessages();
  return (
    <DrawerPart>
      {record.stateReason ? <p dir="auto">{t('streamer.state.because', { reason: record.stateReason })}</p> : null}
      <StateButtons
        {...props}
        machine={STREAMER_MACHINE}
        icons={ICONS}
        documents={streamerDocuments}
        words={(action) => ({
          verb: t(`streamer.${action}.action`),
          title: t(`streamer.${action}.title`, { name: record.displayName }),
          consequence: t(`streamer.${action}.consequence`),
        })}
      />
    </DrawerPart>
  );
}

/** Commission in every currency; null if none is owed. */
function owedWords({ commission }: StreamerRowFragment, { locale }: CellFormats): string | null {
  if (commission.length === 0) return null;
  const amounts = commission.map(({ currency, amountMinor }) => formatMoney(amountMinor, currency, locale));
  return formatList(amounts, locale);
}

/** The entity of streamers. */
export const streamers = defineEntity<StreamerRowFragment, typeof streamerRecord.fields>({
  record: streamerRecord,
  path: '/admin/streamers',
  list: {
    name: 'streamers',
    capability: 'STREAMERS',
    fileLabels: {
      stateChangedAt: 'release.field.stateChanged',
      campaigns: 'shell.page.campaigns',
    },
    titleKey: 'shell.page.streamers',
    searchHintKey: () => 'streamer.search.hint',
    emptyKey: 'streamer.place.none',
    emptyBodyKey: 'streamer.place.none-body',
    columns: [
      {
        key: 'name',
        headerKey: 'crud.field.name',
        width: 184,
        grows: true,
        isPinned: true,
        sort: 'name',
        render: ({ id, displayName }) => (
          <>
            <Avatar id={id} name={displayName} />
            <span className="bc-cell-name" dir="auto">
              {displayName}
            </span>
          </>
        ),
      },
      { key: 'state', headerKey: 'crud.field.state', width: 116, render: (row) => <StreamerStateMark record={row} /> },
      {
        key: 'platform',
        headerKey: 'streamer.field.platform',
        width: 92,
        render: ({ platform }, { t }) => t(`streamer.platform.${platform}`),
      },
      {
        key: 'channel',
        headerKey: 'streamer.field.channelUrl',
        width: 188,
        grows: true,
        render: ({ channelUrl }, formats) =>
          channelUrl ? <span dir="ltr">{channelUrl.replace('https://', '')}</span> : nothing(formats),
        copyText: ({ channelUrl }) => channelUrl ?? null,
      },
      {
        key: 'country',
        headerKey: 'streamer.field.countryCode',
        width: 120,
        render: ({ countryCode }, formats) =>
          countryCode ? regionName(countryCode, formats.locale) : nothing(formats),
      },
      {
        key: 'person',
        exported: ['staffName'],
        headerKey: 'streamer.field.staffSub',
        width: 116,
        render: ({ staffName, staffSub }, formats) =>
          (staffName ?? staffSub) ? <bdi>{staffName ?? staffSub}</bdi> : nothing(formats),
      },
      figureColumn('uses', 'streamer.field.uses', 68, ({ uses }) => uses),
      {
        key: 'commission',
        headerKey: 'streamer.field.commission',
        width: 136,
        align: 'end',
        render: (row, formats) => owedWords(row, formats) ?? nothing(formats),
        fullText: owedWords,
      },
      changedColumn(),
    ],
    filters: [
      valueFilter('state', 'crud.field.state', STREAMER_STATES, (state) => `streamer.state.${state}`),
      valueFilter(
        'platform',
        'streamer.field.platform',
        STREAMER_PLATFORMS,
        (platform) => `streamer.platform.${platform}`,
      ),
      choiceFilter('country', 'streamer.field.countryCode', streamerCountries),
    ],
    sorts: { name: 'NAME', created: 'CREATED', changed: 'UPDATED' },
    phoneRow: (row, { t, locale }) => (
      <PhoneRow
        face={<Avatar id={row.id} name={row.displayName} size="phone" />}
        title={<bdi>{row.displayName}</bdi>}
        end={formatNumber(row.uses, locale)}
        state={<StreamerStateMark record={row} />}
      >
        {t(`streamer.platform.${row.platform}`)}
      </PhoneRow>
    ),
  },
  documents,
  nameOf: ({ displayName }) => displayName,
  fields: entityLabels(streamerRecord, (field) => `streamer.field.${field}`),
  wordsOf: (field, value, { locale }, record) => {
    if (typeof value !== 'string') return undefined;
    if (field === 'countryCode') return regionName(value, locale);
    return field === 'staffSub' && record?.staffSub === value ? (record.staffName ?? value) : undefined;
  },
  Fields: StreamerFields,
  drawn: ['displayName', 'platform', 'countryCode', 'channelUrl', 'staffSub'],
  State: StreamerStateMark,
  Actions: StreamerActions,
  creation: {
    titleKey: 'streamer.new.title',
    document: documents.create,
    values: { platform: 'TWITCH' },
  },
});
