import { send } from './api.ts';
import type { Visit } from './visit.ts';

/** A store's wallet on the server. */
export async function walletOf(admin: Visit, store: string): Promise<{ balance: number; entries: number }> {
  const { body } = await send(
    admin,
    'query E2eWallet($id: ID!) { pointsWallet(owner: { type: STORE, id: $id }) { balance entries } }',
    { id: store },
  );
  return body.data?.['pointsWallet'] as unknown as { balance: number; entries: number };
}

/** Number of adjustments that issued points to a store. */
export async function issuedTo(admin: Visit, store: string): Promise<number> {
  const read = async (document: string, id: string): Promise<{ id: string; count: { value: number } }> => {
    const { body } = await send(admin, document, { id });
    if (!body.data) throw new Error(JSON.stringify(body.errors));
    return body.data['found'] as never;
  };
  const { id } = await read(
    'query E2eId($id: ID!) { found: pointsWallet(owner: { type: STORE, id: $id }) { id } }',
    store,
  );
  const { count } = await read(
    'query E2eIssued($id: ID!) { found: pointsEntries(first: 1, filter: { wallet: { in: [$id] }, code: { in: [ISSUE] } }) { count { value } } }',
    id,
  );
  return count.value;
}

export const figure = (value: number) => new Intl.NumberFormat('en-US').format(value);

/** Fills the dialog of an adjustment; omitted fields stay unchanged. */
export async function fillAdjustment(
  { page }: Visit,
  fields: { readonly points?: number; readonly again?: number; readonly reason?: string },
): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (fields.points !== undefined) await dialog.getByLabel('Points', { exact: true }).fill(String(fields.points));
  if (fields.again !== undefined) await dialog.getByLabel(/^Type .+ to confirm$/).fill(String(fields.again));
  if (fields.reason !== undefined) await dialog.getByLabel('Reason').fill(fields.reason);
}
