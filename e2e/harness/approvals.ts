import { asOwner } from './database.ts';

const FIELDS = [
  { key: 'rewardType', before: null, after: 'PERCENT' },
  { key: 'percentBp', before: null, after: 2_000 },
  { key: 'budgetMinor', before: 3_000_000, after: 4_800_000 },
  { key: 'reservationSeconds', before: null, after: 900 },
  { key: 'endsAt', before: null, after: '2031-11-30T22:59:00.000Z' },
  { key: 'stores', before: null, after: ['BER-1', 'HAM-2'] },
];
const FIGURES = [
  { key: 'uses', value: 4_000 },
  { key: 'worstCase', value: 4_800_000 },
  { key: 'currency', value: 'EUR' },
  { key: 'points', value: 0 },
  { key: 'undoableUntil', value: '2031-11-30T22:59:00.000Z' },
  { key: 'overlaps', value: [] },
];

/** A pending request about a campaign, which nothing can approve; returns its id. Removed by `removeApproval`. */
export async function insertApproval(dataDir: string): Promise<string> {
  const { rows } = await asOwner(
    dataDir,
    `insert into approval_request (action, title, entity_type, entity_id, content, content_hash, value, limit_value,
       operation, variables, requested_by)
     select 'CAMPAIGN_WORST_CASE', c.name, 'campaign', c.id::text, $1, sha256('e2e'), 4800000, 250000, 'updateCampaign', '{}', p.sub
     from (select c.id, c.name from campaign c where state = 'ACTIVE'
         and not exists (select from approval_request r where r.entity_id = c.id::text and r.state = 'PENDING') order by id limit 1) c,
       (select sub from staff_user where email = 'manager@demo.test') p
     returning id`,
    [JSON.stringify({ fields: FIELDS, figures: FIGURES })],
  );
  return (rows[0] as { id: string } | undefined)?.id ?? '';
}

export async function removeApproval(dataDir: string, id: string): Promise<void> {
  await asOwner(dataDir, 'delete from approval_request where id = $1', [id]);
}
