import type { FieldProblem, GiveawayInput } from '@backcounter/domain';
import { sql } from 'kysely';
import { refuseProblems } from '../../crud/field-input.ts';
import type { EffectContext } from '../../graphql/request-context.ts';

/**
 * Looks at what a giveaway rests on: countries in use and their age of majority, the sponsor, and campaigns whose codes can be won.
 * @param changed what comes anew: what is there already may have been put away since
 * @throws AppError `field.invalid`
 */
export async function checkGiveawayPlaces(
  { db }: EffectContext,
  whole: GiveawayInput,
  changed: Partial<GiveawayInput>,
): Promise<void> {
  const problems: Record<string, FieldProblem[]> = {};
  const { rows: countries } = await sql<{ code: string; minAge: number; isActive: boolean }>`
    select code::text, min_age as "minAge", is_active as "isActive" from country where code = any(${whole.countryCodes}::char(2)[])`.execute(
    db,
  );
  if (
    changed.countryCodes !== undefined &&
    countries.filter(({ isActive }) => isActive).length < whole.countryCodes.length
  ) {
    problems['countryCodes'] = [{ rule: countries.length < whole.countryCodes.length ? 'unknown' : 'not-in-use' }];
  }
  const min = Math.max(0, ...countries.map(({ minAge }) => minAge));
  if (whole.minAge < min) problems['minAge'] = [{ rule: 'too-small', params: { min } }];
  if (changed.storeId != null) {
    const { rows: stores } = await sql<{
      state: string;
    }>`select state from store where id = ${changed.storeId}`.execute(db);
    if (stores[0] === undefined) problems['storeId'] = [{ rule: 'unknown' }];
    else if (stores[0].state !== 'ACTIVE') problems['storeId'] = [{ rule: 'not-active' }];
  }
  const campaigns = (changed.prizes ?? []).flatMap(({ campaignId }) => (campaignId == null ? [] : [campaignId]));
  if (campaigns.length > 0) {
    const { rows } = await sql<{ id: string; isShared: boolean; isOver: boolean }>`
      select id, code_mode = 'SHARED' as "isShared", state in ('CANCELED', 'ARCHIVED') or ends_at <= now() as "isOver"
      from campaign where id = any(${campaigns}::uuid[])`.execute(db);
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const [index, { campaignId }] of (changed.prizes ?? []).entries()) {
      if (campaignId == null) continue;
      const campaign = known.get(campaignId.toLowerCase());
      const field = `prizes.${index}.campaignId`;
      if (campaign === undefined) problems[field] = [{ rule: 'unknown' }];
      else if (campaign.isShared) problems[field] = [{ rule: 'only-unique-codes' }];
      else if (campaign.isOver) problems[field] = [{ rule: 'not-active' }];
    }
  }
  refuseProblems(problems);
}
