import { AppError, DRAW_ALGORITHM, type DrawRules } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';

interface RulesRow extends Omit<DrawRules, 'algorithm' | 'opensAt' | 'closesAt' | 'drawAt' | 'prizes'> {
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly drawAt: Date;
  readonly prizes: readonly (Omit<DrawRules['prizes'][number], 'valueMinor'> & {
    readonly valueMinor: number | null;
  })[];
}

/**
 * Reads the terms of a giveaway that are fixed at publication: the record whose hash is published (decision 0094).
 * @throws AppError `record.not-found`
 */
export async function readDrawRules(db: Kysely<Database>, giveawayId: string): Promise<DrawRules> {
  const { rows } = await sql<RulesRow>`
    select g.id as "giveawayId", g.code, g.draw_mode as "drawMode", g.rules_i18n as "rulesI18n", g.store_id as "sponsorStoreId",
      array(select c::text from unnest(g.country_codes) as c order by c::text collate "C") as "countryCodes", g.min_age as "minAge",
      g.opens_at as "opensAt", g.closes_at as "closesAt", g.draw_at as "drawAt", g.timezone,
      g.max_tickets_per_account as "maxTicketsPerAccount", g.max_entries as "maxEntries", g.entry_cost_points as "entryCostPoints",
      g.alternates, g.claim_days as "claimDays",
      coalesce((select jsonb_agg(jsonb_build_object('rank', p.rank, 'titleI18n', p.title_i18n, 'quantity', p.quantity, 'kind', p.kind,
          'points', p.points, 'campaignId', p.campaign_id, 'valueMinor', p.value_minor, 'currency', p.currency) order by p.rank)
        from giveaway_prize p where p.giveaway_id = g.id), '[]') as prizes
    from giveaway g where g.id = ${giveawayId}::uuid`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError('record.not-found', { message: 'There is no such giveaway.' });
  return {
    ...row,
    algorithm: DRAW_ALGORITHM,
    opensAt: row.opensAt.toISOString(),
    closesAt: row.closesAt.toISOString(),
    drawAt: row.drawAt.toISOString(),
    prizes: [...row.prizes],
  };
}
