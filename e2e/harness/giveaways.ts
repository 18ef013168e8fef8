import { asked, send } from './api.ts';
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

const DAY_MS = 86_400_000;

/** A published giveaway of a bicycle and 300 points, with up to 3 tickets per account, that opens in two days; returns its id. */
export async function publishedGiveaway(admin: Visit, code: string, title: string): Promise<string> {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const input = {
    ...{ code, titleI18n: { 'en-US': title }, descriptionI18n: { 'en-US': 'Made by a test' } },
    ...{ rulesI18n: { 'en-US': '1. Everybody may enter once.' }, countryCodes: ['DE', 'GB', 'JP', 'ES', 'FR'] },
    ...{
      minAge: 18,
      maxTicketsPerAccount: 3,
      timezone: 'Europe/Berlin',
      opensAt: at(2),
      closesAt: at(9),
      drawAt: at(11),
    },
    prizes: [
      { rank: 1, kind: 'PHYSICAL', quantity: 1, titleI18n: { 'en-US': 'A bicycle' } },
      { rank: 2, kind: 'POINTS', quantity: 1, points: 300, titleI18n: { 'en-US': '300 points' } },
    ],
  };
  const { giveaway } = await asked<{ giveaway: { readonly id: string; readonly version: number } }>(
    admin,
    'mutation E2eGiveaway($input: CreateGiveawayInput!) { answer: createGiveaway(input: $input) { giveaway { id version } } }',
    { input },
  );
  const { id, version } = giveaway;
  const agreed = { agreedEscrowPoints: 300, reason: 'Checked with the lawyers', confirmCode: code };
  await asked(
    admin,
    'mutation E2ePublish($input: PublishGiveawayInput!) { answer: publishGiveaway(input: $input) { giveaway { id } } }',
    { input: { id, expectedVersion: version, ...agreed } },
  );
  return id;
}
