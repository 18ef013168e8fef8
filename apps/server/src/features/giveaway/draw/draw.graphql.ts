import { rememberActor } from '../../../audit/record-audit.ts';
import { needs, needsScope } from '../../../graphql/authorise.ts';
import { checkPageSize } from '../../../graphql/documents/document-limits.ts';
import { IN_PUBLIC } from '../../../graphql/public-slice.ts';
import { localeArg, localName } from '../../../graphql/schema/arguments.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import type { WinnerEnums } from '../winner/winner-enums.graphql.ts';
import { type InclusionProof, proveInclusion } from './inclusion-proof.ts';
import { type DrawnPositionRecord, keyOf, type ProofRecord, readDrawn, readProof } from './proof-record.ts';

/** Adds the means to verify a draw: its public record, its proof file, and the proof of one entry. */
export function addGiveawayDraw(builder: Builder, winners: WinnerEnums): void {
  const proof = addProof(builder, winners);
  const inclusion = addInclusion(builder);
  builder.queryField('giveawayProof', (t) =>
    t.field({
      type: proof,
      nullable: true,
      description: 'Public record of the draw of a published giveaway, up to its present state.',
      extensions: needs('giveaway.read'),
      args: { id: t.arg.id({ required: true, description: 'Id of the giveaway.' }) },
      resolve: (_root, { id }, context) => readProof(context, id),
    }),
  );
  builder.queryField('giveawayInclusionProof', (t) =>
    t.field({
      type: inclusion,
      nullable: true,
      description:
        'Proves that an entry is in the frozen list; null before the freeze and for accounts that do not take part.',
      extensions: needs('giveaway.read'),
      args: {
        giveawayId: t.arg.id({ required: true, description: 'Id of the giveaway.' }),
        entryId: t.arg.id({ description: 'Id of the entry; either this or `accountId`.' }),
        accountId: t.arg.id({ description: 'Id of the account; either this or `entryId`.' }),
      },
      resolve: (_root, { giveawayId, ...subject }, context) => proveInclusion(context, giveawayId, subject),
    }),
  );
  builder.queryField('giveawayEntryProof', (t) =>
    t.field({
      type: inclusion,
      nullable: true,
      description:
        'Proves to an account that its entry is in the frozen list; null before the freeze and if it does not take part.',
      extensions: needsScope('giveaway.enter'),
      args: {
        giveawayId: t.arg.id({ required: true, description: 'Id of the giveaway.' }),
        accountId: t.arg.id({ description: 'Id of the account; either this or `firebaseId`.' }),
        firebaseId: t.arg.string({ description: 'Firebase id of the account; either this or `accountId`.' }),
      },
      resolve: (_root, { giveawayId, ...subject }, context) => proveInclusion(context, giveawayId, subject),
    }),
  );
}

function addProof(builder: Builder, winners: WinnerEnums) {
  const position = addPosition(builder, winners);
  const file = builder.objectRef<ProofRecord>('GiveawayProofFile').implement({
    description: 'A file with which anyone can repeat a draw.',
    fields: (t) => ({
      sha256: t.string({ description: 'SHA-256 of the file in hex.', resolve: ({ fileSha256 }) => fileSha256 ?? '' }),
      url: t.string({
        description: 'Download address; valid for five minutes and only for the caller.',
        resolve: async ({ giveawayId }, _args, context) => {
          const { services, caller } = context;
          // The download checks the stored roles of this person. Without the embedded provider, reads do not store them.
          await rememberActor(context);
          return services.proofLinks.make(giveawayId, caller.sub, services.clock.now());
        },
      }),
    }),
  });
  return builder.objectRef<ProofRecord>('GiveawayProof').implement({
    description: 'Public record of a draw. Hashes, seed and key are hexadecimal.',
    fields: (t) => ({
      giveawayId: t.exposeID('giveawayId', { description: 'Id of the giveaway.' }),
      algorithm: t.exposeString('algorithm', { description: 'Name and version of the algorithm of the draw.' }),
      opensAt: t.expose('opensAt', { type: 'DateTime', description: 'Start of the entry period.' }),
      closesAt: t.expose('closesAt', {
        type: 'DateTime',
        description: 'End of the entry period, exclusive.',
      }),
      drawAt: t.expose('drawAt', { type: 'DateTime', description: 'When winners are drawn.' }),
      timezone: t.exposeString('timezone', { description: 'Time zone in which its dates are displayed.' }),
      publishedAt: t.expose('publishedAt', { type: 'DateTime', description: 'When it was published.' }),
      rulesHash: t.exposeString('rulesHash', { description: 'SHA-256 of all terms fixed at publication.' }),
      seedCommitment: t.exposeString('seedCommitment', {
        description: 'Hash of the seed, public since publication.',
      }),
      frozenAt: t.expose('frozenAt', orNull('When its entries were frozen; null before.', 'DateTime')),
      root: t.exposeString('root', orNull('Root of the Merkle tree of all entries; null before the freeze.')),
      entries: t.exposeInt('entries', orNull('Number of frozen entries; null before the freeze.')),
      tickets: t.expose('tickets', orNull('Number of frozen tickets; null before the freeze.', 'SafeInt')),
      drawnAt: t.expose('drawnAt', orNull('When winners were drawn; null before.', 'DateTime')),
      seed: t.exposeString('seed', orNull('The seed; null before the draw.')),
      key: t.string({
        nullable: true,
        description: 'Key of the draw, derived from root and seed; null before the draw.',
        resolve: keyOf,
      }),
      file: t.field({
        type: file,
        nullable: true,
        description: 'The proof file; null until it is written shortly after the draw.',
        resolve: (proof) => (proof.fileSha256 === null ? null : proof),
      }),
      drawn: t.field({
        type: [position],
        description: 'Drawn entries in the order of the draw; empty before it.',
        args: { first: t.arg.int({ required: true, description: 'Number of positions.' }) },
        resolve: ({ giveawayId, drawnAt }, { first }, context) =>
          drawnAt === null ? [] : readDrawn(context, giveawayId, checkPageSize(first)),
      }),
    }),
  });
}

function addPosition(builder: Builder, { state }: WinnerEnums) {
  return builder.objectRef<DrawnPositionRecord>('GiveawayDrawnPosition').implement({
    description: 'A position in the order of the draw.',
    fields: (t) => ({
      position: t.exposeInt('position', { description: 'Its number, from 1.' }),
      isAlternate: t.exposeBoolean('isAlternate', { description: 'True for an alternate.' }),
      state: t.expose('state', { type: state, description: 'State of the winner.' }),
      entryId: t.exposeID('entryId', { description: 'Id of the entry.' }),
      accountId: t.exposeID('accountId', { description: 'Id of the account.' }),
      accountNo: t.expose('accountNo', { type: 'SafeInt', description: 'Number of the account.' }),
      accountName: t.exposeString('accountName', orNull('Display name of the account; null without one.')),
      prizeTitle: t.string({
        nullable: true,
        description: 'Title of the prize in one language; null for an alternate without one.',
        args: { locale: localeArg(t) },
        resolve: ({ prizeTitles }, { locale }) => (prizeTitles === null ? null : localName(prizeTitles, locale)),
      }),
      ticket: t.expose('ticket', { type: 'SafeInt', description: 'Number of the ticket that was drawn, from 0.' }),
      remainingTickets: t.expose('remainingTickets', {
        type: 'SafeInt',
        description: 'Number of tickets left at this position.',
      }),
    }),
  });
}

function addInclusion(builder: Builder) {
  return builder.objectRef<InclusionProof>('GiveawayInclusionProof').implement({
    extensions: IN_PUBLIC,
    description: 'The leaf of an entry and its path to the published root (RFC 6962), in hexadecimal.',
    fields: (t) => ({
      giveawayId: t.exposeID('giveawayId', { description: 'Id of the giveaway.' }),
      entryId: t.exposeID('entryId', { description: 'Id of the entry.' }),
      accountId: t.exposeID('accountId', { description: 'Id of the account.' }),
      pseudonym: t.exposeString('pseudonym', { description: 'Pseudonym of the account in the proof file.' }),
      tickets: t.exposeInt('tickets', { description: 'Number of its tickets.' }),
      ticketStart: t.expose('ticketStart', { type: 'SafeInt', description: 'Its first ticket, from 0.' }),
      leafIndex: t.exposeInt('leafIndex', { description: 'Its place in the list, from 0.' }),
      leafHash: t.exposeString('leafHash', { description: 'Hash of its leaf.' }),
      path: t.exposeStringList('path', { description: 'Hashes on the path from the leaf to the root.' }),
      root: t.exposeString('root', { description: 'The published root.' }),
      entries: t.exposeInt('entries', { description: 'Number of entries in the list.' }),
      totalTickets: t.expose('totalTickets', { type: 'SafeInt', description: 'Number of tickets in the list.' }),
    }),
  });
}
