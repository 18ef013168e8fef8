import { orNull } from '../../graphql/schema/or-null.ts';
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
  seedRevealed: t.exposeString('seedRevealed', orNull('The seed in hex; null before the draw.')),
  entriesRoot: t.exposeString(
    'entriesRoot',
    orNull('Root of the Merkle tree of the frozen entries in hex; null before the freeze.'),
  ),
  entriesCount: t.exposeInt('entriesCount', orNull('Number of frozen entries; null before the freeze.')),
  ticketsCount: t.expose('ticketsCount', orNull('Number of frozen tickets; null before the freeze.', 'SafeInt')),
  frozenAt: t.expose('frozenAt', orNull('When its entries were frozen; null before.', 'DateTime')),
  drawnAt: t.expose('drawnAt', orNull('When winners were drawn; null before.', 'DateTime')),
}));
