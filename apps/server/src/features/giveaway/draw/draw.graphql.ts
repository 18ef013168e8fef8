import { rememberActor } from '../../../audit/record-audit.ts';
import { needs, needsScope } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { checkPageSize } from '../../../graphql/document-limits.ts';
import { localName } from '../../../graphql/reference-data.ts';
import type { ResultLinks } from '../../../jobs/result-links.ts';
import { type InclusionProof, proveInclusion } from './inclusion-proof.ts';
import { type DrawnPositionRecord, keyOf, type ProofRecord, readDrawn, readProof } from './proof-record.ts';

declare module '../../../graphql/request-context.ts' {
  interface Services {
    /** Links to proof files. */
    readonly proofLinks: ResultLinks;
  }
}

/** How a draw can be checked: its public record, its proof file, and the proof of one entry. */
export function addGiveawayDraw(builder: Builder): void {
  const proof = addProof(builder);
  const inclusion = addInclusion(builder);
  builder.queryField('giveawayProof', (t) =>
    t.field({
      type: proof,
      nullable: true,
      description: 'The public record of the draw of a published giveaway, as far as it has come.',
      extensions: needs('giveaway.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => readProof(context, id),
    }),
  );
  builder.queryField('giveawayInclusionProof', (t) =>
    t.field({
      type: inclusion,
      nullable: true,
      description: 'Proves that an entry is in the frozen list; null before the freeze and for whoever takes no part.',
      extensions: needs('giveaway.read'),
      args: { giveawayId: t.arg.id({ required: true }), entryId: t.arg.id(), accountId: t.arg.id() },
      resolve: (_root, { giveawayId, ...subject }, context) => proveInclusion(context, giveawayId, subject),
    }),
  );
  builder.queryField('giveawayEntryProof', (t) =>
    t.field({
      type: inclusion,
      nullable: true,
      description: 'The same for the entry of an account, which the app can show and check.',
      extensions: needsScope('giveaway.enter'),
      args: { giveawayId: t.arg.id({ required: true }), accountId: t.arg.id(), firebaseId: t.arg.string() },
      resolve: (_root, { giveawayId, ...subject }, context) => proveInclusion(context, giveawayId, subject),
    }),
  );
}

function addProof(builder: Builder) {
  const position = addPosition(builder);
  const file = builder.objectRef<ProofRecord>('GiveawayProofFile').implement({
    fields: (t) => ({
      sha256: t.string({ resolve: ({ fileSha256 }) => fileSha256 ?? '' }),
      url: t.string({
        description: 'Good for five minutes and for this person.',
        resolve: async ({ giveawayId }, _args, context) => {
          const { services, caller } = context;
          // Whoever follows the link is judged by the roles that are known of them; with an own provider nobody else notes them for a reader.
          await rememberActor(context);
          return services.proofLinks.make(giveawayId, caller.sub, services.clock.now());
        },
      }),
    }),
  });
  return builder.objectRef<ProofRecord>('GiveawayProof').implement({
    description: 'What is public of a draw. Hashes, seed and key are hexadecimal.',
    fields: (t) => ({
      giveawayId: t.exposeID('giveawayId'),
      algorithm: t.exposeString('algorithm'),
      opensAt: t.expose('opensAt', { type: 'DateTime' }),
      closesAt: t.expose('closesAt', { type: 'DateTime' }),
      drawAt: t.expose('drawAt', { type: 'DateTime' }),
      timezone: t.exposeString('timezone'),
      publishedAt: t.expose('publishedAt', { type: 'DateTime' }),
      rulesHash: t.exposeString('rulesHash', { description: 'Of everything that publication froze.' }),
      seedCommitment: t.exposeString('seedCommitment'),
      frozenAt: t.expose('frozenAt', { type: 'DateTime', nullable: true }),
      root: t.exposeString('root', { nullable: true, description: 'Of the Merkle tree of all entries.' }),
      entries: t.exposeInt('entries', { nullable: true }),
      tickets: t.expose('tickets', { type: 'SafeInt', nullable: true }),
      drawnAt: t.expose('drawnAt', { type: 'DateTime', nullable: true }),
      seed: t.exposeString('seed', { nullable: true, description: 'Null until it has decided the draw.' }),
      key: t.string({ nullable: true, resolve: keyOf }),
      file: t.field({
        type: file,
        nullable: true,
        description: 'The proof file; null until it is written, a moment after the draw.',
        resolve: (proof) => (proof.fileSha256 === null ? null : proof),
      }),
      drawn: t.field({
        type: [position],
        description: 'In the order of drawing.',
        args: { first: t.arg.int({ required: true }) },
        resolve: ({ giveawayId, drawnAt }, { first }, context) =>
          drawnAt === null ? [] : readDrawn(context, giveawayId, checkPageSize(first)),
      }),
    }),
  });
}

function addPosition(builder: Builder) {
  return builder.objectRef<DrawnPositionRecord>('GiveawayDrawnPosition').implement({
    fields: (t) => ({
      position: t.exposeInt('position'),
      isAlternate: t.exposeBoolean('isAlternate'),
      state: t.exposeString('state', { description: 'State of the winner.' }),
      entryId: t.exposeID('entryId'),
      accountId: t.exposeID('accountId'),
      accountNo: t.expose('accountNo', { type: 'SafeInt' }),
      accountName: t.exposeString('accountName', { nullable: true }),
      prizeTitle: t.string({
        nullable: true,
        description: 'Null: an alternate who has none.',
        args: { locale: t.arg.string() },
        resolve: ({ prizeTitles }, { locale }) => (prizeTitles === null ? null : localName(prizeTitles, locale)),
      }),
      ticket: t.expose('ticket', { type: 'SafeInt', description: 'From 0.' }),
      remainingTickets: t.expose('remainingTickets', { type: 'SafeInt', description: 'Among so many.' }),
    }),
  });
}

function addInclusion(builder: Builder) {
  return builder.objectRef<InclusionProof>('GiveawayInclusionProof').implement({
    description: 'The leaf of an entry and its way to the published root (RFC 6962), in hexadecimal digits.',
    fields: (t) => ({
      giveawayId: t.exposeID('giveawayId'),
      entryId: t.exposeID('entryId'),
      accountId: t.exposeID('accountId'),
      pseudonym: t.exposeString('pseudonym', { description: 'Stands for the account in the proof file.' }),
      tickets: t.exposeInt('tickets'),
      ticketStart: t.expose('ticketStart', { type: 'SafeInt', description: 'Its first ticket, from 0.' }),
      leafIndex: t.exposeInt('leafIndex', { description: 'Its place in the list, from 0.' }),
      leafHash: t.exposeString('leafHash'),
      path: t.exposeStringList('path', { description: 'From the leaf to the root.' }),
      root: t.exposeString('root'),
      entries: t.exposeInt('entries', { description: 'In the list.' }),
      totalTickets: t.expose('totalTickets', { type: 'SafeInt' }),
    }),
  });
}
