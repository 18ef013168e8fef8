import { GIVEAWAY_MACHINE } from '@backcounter/domain';
import type { ObjectRef } from '@pothos/core';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import { outputFields } from '../../crud/record-fields.graphql.ts';
import { actionRights } from '../../crud/state-change.ts';
import { needs } from '../../graphql/authorise.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { forwardArgs, localeArg, localName } from '../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { addRecordQuery } from '../../graphql/schema/record-query.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { stampFields } from '../../graphql/schema/shared-fields.ts';
import { frozenFields } from './frozen-fields.graphql.ts';
import { GIVEAWAY_FIELDS, type GiveawayCampaign, type GiveawayPrize, type GiveawayRow } from './giveaway.list.ts';
import type { GiveawayEnums } from './giveaway-enums.graphql.ts';
import { addGiveawayParts, addGiveawayRight } from './giveaway-parts.graphql.ts';
import { factsOf, openFieldsOf, readGiveaway } from './giveaway-record.ts';
import { claimDaysDefault } from './giveaway-write.ts';

/** Reference to the GraphQL type of a giveaway. */
export type GiveawayRef = ObjectRef<BuilderTypes, GiveawayRow>;

/** GraphQL types of a giveaway and its parts. */
export interface GiveawayTypes {
  readonly giveaway: GiveawayRef;
  readonly prize: ObjectRef<BuilderTypes, GiveawayPrize>;
  readonly campaign: ObjectRef<BuilderTypes, GiveawayCampaign>;
}

/** Adds the type of a giveaway and `giveaway(id)`. */
export function addGiveawayType(builder: Builder, enums: GiveawayEnums, history: AuditConnectionRef): GiveawayTypes {
  const { store, campaign, prize, figures, registration } = addGiveawayParts(builder, enums);
  const right = addGiveawayRight(builder);
  const giveaway = builder.objectRef<GiveawayRow>('Giveaway').implement({
    description: 'A giveaway, from the draft to the last prize.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      ...outputFields(t, GIVEAWAY_FIELDS),
      title: t.string({
        description: 'Its title in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ titleI18n }, { locale }) => localName(titleI18n, locale),
      }),
      description: t.string({
        description: 'Its description in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ descriptionI18n }, { locale }) => localName(descriptionI18n, locale),
      }),
      rules: t.string({
        description: 'Its official rules in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ rulesI18n }, { locale }) => localName(rulesI18n, locale),
      }),
      rulesHash: t.exposeString(
        'rulesHash',
        orNull('SHA-256 in hex of all terms fixed at publication; null while it is a draft.'),
      ),
      imageUrl: t.string({
        nullable: true,
        description:
          'Path and query of the picture on this server, valid for 10 to 15 minutes without sign-in; null without a picture.',
        resolve: ({ imagePath }, _args, { services }) =>
          imagePath === null ? null : services.files.giveawayImages.address(imagePath),
      }),
      segment: t.expose(
        'segment',
        orNull('Segment that accounts are members of when they enter; null: any account.', 'SegmentRef'),
      ),
      store: t.expose('store', orNull('The sponsor; null: the company.', store)),
      countryCodes: t.stringList({
        description: 'Countries whose accounts can enter, ISO 3166-1 alpha-2.',
        resolve: ({ countryCodes }) => [...countryCodes],
      }),
      state: t.expose('state', { type: enums.state, description: 'Its stored state.' }),
      status: t.expose('status', { type: enums.status, description: 'Its state at this moment.' }),
      stateReason: t.exposeString('stateReason', orNull('Why it was canceled; null unless it was.')),
      stateChangedAt: t.expose('stateChangedAt', { type: 'DateTime', description: 'When `state` last changed.' }),
      publishedAt: t.expose('publishedAt', orNull('When it was published; null before.', 'DateTime')),
      announcedAt: t.expose('announcedAt', orNull('When winners were notified; null before.', 'DateTime')),
      settledAt: t.expose('settledAt', orNull('When it was settled; null before.', 'DateTime')),
      canceledAt: t.expose('canceledAt', orNull('When it was canceled; null unless it was.', 'DateTime')),
      prizes: t.expose('prizes', { type: [prize], description: 'Prizes in the order in which they are drawn.' }),
      figures: t.field({ type: figures, description: 'Its figures as they are now.', resolve: (row) => row }),
      registration: t.field({
        type: registration,
        description: 'Whether prizes have to be registered in New York and Florida, and the numbers.',
        resolve: (row) => row,
      }),
      drawMode: t.expose('drawMode', { type: enums.drawMode, description: 'Source of the randomness.' }),
      algorithm: t.exposeString('algorithm', { description: 'Name and version of the algorithm of the draw.' }),
      seedCommitment: t.exposeString(
        'seedCommitment',
        orNull('Hash of the seed in hex, public before the first entry; null while it is a draft.'),
      ),
      isSeedKeyOutsideDatabase: t.boolean({
        description:
          'True if publication encrypts the seed with `DRAW_KEY`. Otherwise a copy of the database is enough to know the winners before the draw.',
        resolve: (_row, _args, { services }) => services.drawKeys.length > 0,
      }),
      ...frozenFields(t),
      ...stampFields(t),
      openFields: t.stringList({
        description: 'Fields that the caller may change now.',
        resolve: (row, _args, { caller }) => (callerMay(caller, 'giveaway.edit') ? [...openFieldsOf(row)] : []),
      }),
      actions: t.field({
        type: [right],
        description: 'Actions on it, and why the caller may not take them now.',
        resolve: (row, _args, { caller, now }) => actionRights(GIVEAWAY_MACHINE, factsOf(row, now), caller, now),
      }),
      history: t.field({
        type: history,
        nullable: true,
        description: 'Its changes, newest first.',
        args: forwardArgs(t),
        resolve: (row, args, context, info) =>
          auditHistory(context, { type: 'giveaway', id: row.id }, args, selectionOf(info)),
      }),
    }),
  });
  builder.queryField('giveawayClaimDaysDefault', (t) =>
    t.field({
      type: 'SafeInt',
      description: 'Days that winners of a new giveaway have to claim by default; the setting `giveaway.claim_days`.',
      extensions: needs('giveaway.edit'),
      resolve: (_root, _args, { db }) => claimDaysDefault(db),
    }),
  );
  addRecordQuery(builder, 'giveaway', {
    type: giveaway,
    description: 'One giveaway; `record.not-found` if there is none.',
    permission: 'giveaway.read',
    id: 'Id of the giveaway.',
    read: readGiveaway,
  });
  return { giveaway, prize, campaign };
}
