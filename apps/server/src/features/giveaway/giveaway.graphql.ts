import {
  actionsOf,
  currencyExponent,
  GIVEAWAY_DRAW_MODES,
  GIVEAWAY_MACHINE,
  GIVEAWAY_PRIZE_KINDS,
  GIVEAWAY_STATES,
  GIVEAWAY_STATUSES,
  type GiveawayAction,
} from '@backcounter/domain';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import { type ActionRight, actionRights } from '../../crud/state-change.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { localName } from '../../graphql/reference-data.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { selectionOf } from '../../graphql/selection.ts';
import {
  factsOf,
  type GiveawayCampaign,
  type GiveawayPrize,
  type GiveawayRow,
  type GiveawayStore,
  openFieldsOf,
  readGiveaway,
  registrationNeedOf,
} from './giveaway-record.ts';

/** The enums that the parts of this feature share. */
export function addGiveawayEnums(builder: Builder) {
  return {
    state: builder.enumType('GiveawayState', { values: GIVEAWAY_STATES }),
    status: builder.enumType('GiveawayStatus', {
      description: 'What was done with it, or what time makes of a published giveaway.',
      values: GIVEAWAY_STATUSES,
    }),
    prizeKind: builder.enumType('GiveawayPrizeKind', { values: GIVEAWAY_PRIZE_KINDS }),
    drawMode: builder.enumType('GiveawayDrawMode', { values: GIVEAWAY_DRAW_MODES }),
  };
}

/** The enums of giveaways. */
export type GiveawayEnums = ReturnType<typeof addGiveawayEnums>;
/** The types of a giveaway and of what belongs to it. */
export type GiveawayTypes = ReturnType<typeof addGiveawayType>;
/** The type of a giveaway. */
export type GiveawayRef = GiveawayTypes['giveaway'];

/** A giveaway as people read it, and `giveaway(id)`. */
export function addGiveawayType(builder: Builder, enums: GiveawayEnums, history: AuditConnectionRef) {
  const store = builder.objectRef<GiveawayStore>('GiveawayStore').implement({
    fields: (t) => ({ id: t.exposeID('id'), sid: t.exposeString('sid'), name: t.exposeString('name') }),
  });
  const campaign = addCampaignName(builder);
  const prize = addPrize(builder, enums, campaign);
  const figures = addFigures(builder);
  const registration = addRegistration(builder);
  const right = addRight(builder);
  const giveaway = builder.objectRef<GiveawayRow>('Giveaway').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code'),
      titleI18n: t.expose('titleI18n', { type: 'LocalizedText' }),
      title: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ titleI18n }, { locale }) => localName(titleI18n, locale),
      }),
      descriptionI18n: t.expose('descriptionI18n', { type: 'LocalizedText' }),
      description: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ descriptionI18n }, { locale }) => localName(descriptionI18n, locale),
      }),
      rulesI18n: t.expose('rulesI18n', { type: 'LocalizedText' }),
      rules: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ rulesI18n }, { locale }) => localName(rulesI18n, locale),
      }),
      rulesHash: t.exposeString('rulesHash', {
        nullable: true,
        description: 'SHA-256 of the rules in hex; from publication on, when they are frozen.',
      }),
      imageUrl: t.string({
        nullable: true,
        description:
          'Path and query on this server that show the picture to whoever has them, for 10 to 15 minutes; null without one.',
        resolve: ({ imagePath }, _args, { services }) =>
          imagePath === null ? null : services.files.giveawayImages.address(imagePath),
      }),
      store: t.expose('store', { type: store, nullable: true, description: 'The sponsor; null: the company itself.' }),
      countryCodes: t.stringList({ resolve: ({ countryCodes }) => [...countryCodes] }),
      minAge: t.exposeInt('minAge'),
      opensAt: t.expose('opensAt', { type: 'DateTime' }),
      closesAt: t.expose('closesAt', {
        type: 'DateTime',
        description: 'First instant at which nobody can enter any more.',
      }),
      drawAt: t.expose('drawAt', { type: 'DateTime' }),
      timezone: t.exposeString('timezone'),
      maxTicketsPerAccount: t.exposeInt('maxTicketsPerAccount'),
      maxEntries: t.exposeInt('maxEntries', { nullable: true, description: 'Null: no limit.' }),
      entryCostPoints: t.exposeInt('entryCostPoints', { description: 'Points that each ticket costs.' }),
      alternates: t.exposeInt('alternates'),
      claimDays: t.exposeInt('claimDays'),
      state: t.expose('state', { type: enums.state }),
      status: t.expose('status', { type: enums.status }),
      stateReason: t.exposeString('stateReason', { nullable: true }),
      stateChangedAt: t.expose('stateChangedAt', { type: 'DateTime' }),
      publishedAt: t.expose('publishedAt', { type: 'DateTime', nullable: true }),
      announcedAt: t.expose('announcedAt', { type: 'DateTime', nullable: true }),
      settledAt: t.expose('settledAt', { type: 'DateTime', nullable: true }),
      canceledAt: t.expose('canceledAt', { type: 'DateTime', nullable: true }),
      prizes: t.expose('prizes', { type: [prize], description: 'In the order in which they are drawn.' }),
      figures: t.field({ type: figures, resolve: (row) => row }),
      registration: t.field({
        type: registration,
        description: 'Whether prizes have to be registered in New York and Florida, and under which numbers they are.',
        resolve: (row) => row,
      }),
      drawMode: t.expose('drawMode', { type: enums.drawMode }),
      algorithm: t.exposeString('algorithm'),
      seedCommitment: t.exposeString('seedCommitment', {
        nullable: true,
        description: 'Hex; public from publication on, before anybody can enter.',
      }),
      seedRevealed: t.exposeString('seedRevealed', {
        nullable: true,
        description: 'Hex; once it has decided the draw.',
      }),
      entriesRoot: t.exposeString('entriesRoot', { nullable: true, description: 'Root of the frozen entries in hex.' }),
      entriesCount: t.exposeInt('entriesCount', { nullable: true, description: 'Frozen entries.' }),
      ticketsCount: t.expose('ticketsCount', { type: 'SafeInt', nullable: true, description: 'Frozen tickets.' }),
      frozenAt: t.expose('frozenAt', { type: 'DateTime', nullable: true }),
      drawnAt: t.expose('drawnAt', { type: 'DateTime', nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      updatedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: ({ updatedBySub: sub, updatedByName: name }) => (sub === null ? null : { sub, name: name ?? sub }),
      }),
      version: t.exposeInt('version'),
      openFields: t.stringList({
        description: 'Fields that this person may change now.',
        resolve: (row, _args, { caller }) => (callerMay(caller, 'giveaway.edit') ? [...openFieldsOf(row)] : []),
      }),
      actions: t.field({
        type: [right],
        description: 'What this person may do with it now, and why not.',
        resolve: (row, _args, { caller, now }) => actionRights(GIVEAWAY_MACHINE, factsOf(row, now), caller, now),
      }),
      history: t.field({
        type: history,
        nullable: true,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: (row, args, context, info) =>
          auditHistory(context, { type: 'giveaway', id: row.id }, args, selectionOf(info)),
      }),
    }),
  });
  builder.queryField('giveaway', (t) =>
    t.field({
      type: giveaway,
      nullable: true,
      extensions: needs('giveaway.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context, info) => readGiveaway(context, id, selectionOf(info)),
    }),
  );
  return { giveaway, prize, campaign };
}

function addCampaignName(builder: Builder) {
  return builder.objectRef<GiveawayCampaign>('GiveawayCampaign').implement({
    fields: (t) => ({ id: t.exposeID('id'), code: t.exposeString('code'), name: t.exposeString('name') }),
  });
}

function addPrize(builder: Builder, { prizeKind }: GiveawayEnums, campaign: ReturnType<typeof addCampaignName>) {
  return builder.objectRef<GiveawayPrize>('GiveawayPrize').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      rank: t.exposeInt('rank', { description: '1 is drawn first.' }),
      titleI18n: t.expose('titleI18n', { type: 'LocalizedText' }),
      title: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ titleI18n }, { locale }) => localName(titleI18n, locale),
      }),
      quantity: t.exposeInt('quantity'),
      kind: t.expose('kind', { type: prizeKind }),
      points: t.exposeInt('points', { nullable: true, description: 'Of each prize.' }),
      campaign: t.expose('campaign', {
        type: campaign,
        nullable: true,
        description: 'Each winner gets one of its codes.',
      }),
      valueMinor: t.expose('valueMinor', {
        type: 'SafeInt',
        nullable: true,
        description: 'Worth of each prize in minor units.',
      }),
      currency: t.exposeString('currency', { nullable: true }),
      currencyExponent: t.int({
        nullable: true,
        description: 'Decimal places of the minor unit.',
        resolve: ({ currency }) => (currency === null ? null : currencyExponent(currency)),
      }),
    }),
  });
}

function addFigures(builder: Builder) {
  return builder.objectRef<GiveawayRow>('GiveawayFigures').implement({
    fields: (t) => ({
      entries: t.exposeInt('entries', { description: 'Entries that take part.' }),
      tickets: t.expose('tickets', { type: 'SafeInt', description: 'Their tickets.' }),
      withdrawn: t.exposeInt('withdrawn'),
      disqualified: t.exposeInt('disqualified'),
      prizes: t.exposeInt('prizeCount'),
      escrowPoints: t.expose('escrowPoints', { type: 'SafeInt', description: 'Points of all prizes together.' }),
      escrowFunded: t.expose('escrowFunded', {
        type: 'SafeInt',
        description: 'Points that were put into escrow at publication.',
      }),
      escrowBalance: t.expose('escrowBalance', {
        type: 'SafeInt',
        description: 'Points that are in the wallet of the giveaway now.',
      }),
      pointsPaid: t.expose('pointsPaid', {
        type: 'SafeInt',
        description: 'Points that entries have cost and that could still go back.',
      }),
      openPrizes: t.expose('openPrizes', {
        type: 'SafeInt',
        description: 'Prizes that were drawn and are neither given nor given up.',
      }),
      refundsOpen: t.expose('refundsOpen', {
        type: 'SafeInt',
        description: 'Entries of a canceled giveaway whose points have not gone back yet.',
      }),
    }),
  });
}

function addRegistration(builder: Builder) {
  return builder.objectRef<GiveawayRow>('GiveawayRegistration').implement({
    fields: (t) => ({
      isNeeded: t.boolean({ resolve: (row, _args, { now }) => registrationNeedOf(row, now) !== null }),
      totalMinor: t.field({
        type: 'SafeInt',
        nullable: true,
        description: 'Worth of all prizes in minor units of US dollars; null where nothing has to be registered.',
        resolve: (row, _args, { now }) => registrationNeedOf(row, now)?.totalMinor ?? null,
      }),
      newYork: t.exposeString('newYork', { nullable: true }),
      florida: t.exposeString('florida', { nullable: true }),
      isNewYorkLate: t.boolean({
        description: 'Fewer than 30 days are left before the opening.',
        resolve: (row, _args, { now }) => registrationNeedOf(row, now)?.isNewYorkLate ?? false,
      }),
      isFloridaLate: t.boolean({
        description: 'Fewer than 7 days are left before the opening.',
        resolve: (row, _args, { now }) => registrationNeedOf(row, now)?.isFloridaLate ?? false,
      }),
    }),
  });
}

function addRight(builder: Builder) {
  const action = builder.enumType('GiveawayAction', { values: actionsOf(GIVEAWAY_MACHINE) });
  return builder.objectRef<ActionRight<GiveawayAction>>('GiveawayActionRight').implement({
    fields: (t) => ({
      action: t.expose('action', { type: action }),
      isAllowed: t.exposeBoolean('isAllowed'),
      refusal: t.exposeString('refusal', {
        nullable: true,
        description: 'Error code that the action would answer with; null when allowed.',
      }),
    }),
  });
}
