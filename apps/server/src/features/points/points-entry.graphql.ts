import type { Permission } from '@backcounter/domain';
import type { AuditTypes } from '../../audit/audit.graphql.ts';
import type { AuditRecord } from '../../audit/audit-event.ts';
import { namesOf } from '../../audit/record-names.ts';
import { callerMay, type RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { Selection } from '../../graphql/schema/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter } from '../../listing/list-connection.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import { type PointsEntryRow, pointsEntryList } from './points-entry.list.ts';
import { type PointsTypes, postedFields } from './points-types.graphql.ts';
import { type PointsParty, partiesOf, partyOf } from './transfer/points-party.ts';

interface EntryRow extends PointsEntryRow {
  otherSide: PointsParty;
  reference?: AuditRecord;
}

const SEARCH_MATCHES = {
  ID: 'Id of a transfer.',
  NUMBER: 'Number of an entry.',
  REFERENCE: 'A whole reference.',
  NONE: 'None of these.',
} as const;

/** Adds the entries of a wallet, newest first. */
export function addPointsEntries(
  builder: Builder,
  list: ListTypes,
  types: PointsTypes,
  record: AuditTypes['auditRecord'],
): void {
  const entry = addEntryType(builder, types, record);
  addListQuery<EntryRow>(builder, list, {
    name: 'pointsEntries',
    description: 'Entries of one wallet in the order of recording; `filter.wallet` selects it.',
    permission: 'points.read',
    list: pointsEntryList,
    connection: ['PointsEntry', entry, 'Kind of search text that was recognised.', SEARCH_MATCHES],
    filter: ['PointsEntryFilter', 'Which entries of a wallet.'],
    enums: { code: addEnumFilter(builder, 'PointsCodeFilter', types.code) },
    sort: ['PointsEntry'],
    search: 'Id of a transfer, number of an entry, or a whole reference.',
    complete: async (context, rows, selection) => {
      await addOtherSides(context, rows, selection);
      if (selection['reference'] !== undefined) await addReferences(context, rows);
    },
  });
}

function addEntryType(builder: Builder, { code, party }: PointsTypes, record: AuditTypes['auditRecord']) {
  return builder.objectRef<EntryRow>('PointsEntry').implement({
    description: 'One side of a transfer, as the wallet keeps it.',
    fields: (t) => ({
      id: t.id({
        description: 'Id of the wallet and number of the entry, with a colon between.',
        resolve: ({ walletId, seq }) => `${walletId}:${seq}`,
      }),
      seq: t.expose('seq', { type: 'SafeInt', description: '1, 2, 3, … within the wallet.' }),
      walletId: t.exposeID('walletId', { description: 'The wallet.' }),
      transferId: t.exposeID('transferId', { description: 'The transfer.' }),
      delta: t.expose('delta', { type: 'SafeInt', description: 'Points in; negative: points out.' }),
      balanceAfter: t.expose('balanceAfter', orNull('Balance after it; null in system wallets.', 'SafeInt')),
      code: t.expose('code', { type: code, description: 'Purpose of the transfer.' }),
      ...postedFields(t),
      claimedAt: t.expose(
        'claimedAt',
        orNull('When it happened according to the sender; null if not given.', 'DateTime'),
      ),
      correctedStore: t.exposeString(
        'correctedStore',
        orNull('Name of the store whose receipt it corrects; null if it corrects none.'),
      ),
      isOfRefusal: t.exposeBoolean('isOfRefusal', { description: 'Whether that receipt was refused.' }),
      reference: t.field({
        type: record,
        nullable: true,
        description: 'The record that `referenceId` names; null for a reference of the sender.',
        resolve: ({ reference }) => reference ?? null,
      }),
      otherSide: t.expose('otherSide', { type: party, description: 'Source or destination of the points.' }),
      hash: t.exposeString(
        'hash',
        orNull('SHA-256 of the entry in hexadecimal, chained to the one before; null in system wallets.'),
      ),
    }),
  });
}

async function addOtherSides(context: RequestContext, rows: readonly EntryRow[], nodes: Selection): Promise<void> {
  if (nodes['otherSide'] === undefined) return;
  const parties = await partiesOf(
    context,
    rows.map(({ otherWalletId }) => otherWalletId),
  );
  for (const row of rows) row.otherSide = partyOf(parties, row.otherWalletId);
}

/** Kinds of records that transfers refer to, and who may see their names. */
const REFERENCES: Readonly<Record<string, readonly [kind: string, permission: Permission]>> = {
  GIVEAWAY: ['giveaway', 'giveaway.read'],
  REDEMPTION: ['redemption', 'redemption.read'],
};

/** Adds the records that references name, in one statement. */
async function addReferences(context: RequestContext, rows: readonly EntryRow[]): Promise<void> {
  for (const row of rows) {
    const [kind] = REFERENCES[row.referenceType ?? ''] ?? [];
    if (kind !== undefined && row.referenceId !== null)
      row.reference = { kind, id: row.referenceId, name: null, parentId: null };
  }
  const visible = Object.values(REFERENCES).flatMap(([kind, permission]) =>
    callerMay(context.caller, permission) ? kind : [],
  );
  const wanted = rows.flatMap(({ reference }) => (reference && visible.includes(reference.kind) ? reference : []));
  const named = new Map((await namesOf(context, wanted)).map((record) => [record.id, record]));
  for (const row of rows) if (row.reference) row.reference = named.get(row.reference.id) ?? row.reference;
}
