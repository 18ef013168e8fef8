import { send } from './api.ts';
import type { Visit } from './visit.ts';

/** A draft copy of one of the demo's giveaways, with other values. */
export async function duplicateOf(
  admin: Visit,
  known: string,
  own: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { body: found } = await send(
    admin,
    'query Known($search: String!) { giveaways(first: 1, search: $search) { nodes { id } } }',
    { search: known },
  );
  const source = (found.data?.['giveaways'] as unknown as { nodes: { id: string }[] } | undefined)?.nodes[0]?.id;
  const { body: made } = await send(
    admin,
    'mutation Another($input: DuplicateGiveawayInput!) { duplicateGiveaway(input: $input) { giveaway { id version } } }',
    { input: { id: source, code: own } },
  );
  const duplicated = made.data?.['duplicateGiveaway'] as unknown as
    | { giveaway: { id: string; version: number } }
    | undefined;
  const another = duplicated?.giveaway;
  const { body } = await send(
    admin,
    'mutation Change($input: UpdateGiveawayInput!) { updateGiveaway(input: $input) { giveaway { id } } }',
    { input: { id: another?.id, expectedVersion: another?.version, patch: input } },
  );
  if (!another || body.errors) throw new Error(JSON.stringify([made.errors, body.errors]));
  return another.id;
}
