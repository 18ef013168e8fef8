import { sharedFields } from '../../graphql/schema/shared-fields.ts';

interface Frozen {
  readonly seedRevealed: string | null;
  readonly entriesRoot: string | null;
  readonly entriesCount: number | null;
  readonly ticketsCount: number | null;
  readonly frozenAt: string | null;
  readonly drawnAt: string | null;
}

/** Fields of the freeze and the draw that staff and apps share. */
export const frozenFields = sharedFields<Frozen>((t) => ({
  seedRevealed: t.exposeString('seedRevealed', {
    nullable: true,
    description: 'The seed in hex; null before the draw.',
  }),
  entriesRoot: t.exposeString('entriesRoot', {
    nullable: true,
    description: 'Root of the Merkle tree of the frozen entries in hex; null before the freeze.',
  }),
  entriesCount: t.exposeInt('entriesCount', {
    nullable: true,
    description: 'Number of frozen entries; null before the freeze.',
  }),
  ticketsCount: t.expose('ticketsCount', {
    type: 'SafeInt',
    nullable: true,
    description: 'Number of frozen tickets; null before the freeze.',
  }),
  frozenAt: t.expose('frozenAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When its entries were frozen; null before.',
  }),
  drawnAt: t.expose('drawnAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When winners were drawn; null before.',
  }),
}));
