import type { CampaignInput } from '@backcounter/domain';
import { sql } from 'kysely';
import { fieldsInvalid } from '../../crud/field-input.ts';
import type { EffectContext } from '../../graphql/request-context.ts';

type Places = Pick<CampaignInput, 'storeIds' | 'areaIds' | 'currency'>;

/**
 * Checks that currency, stores and areas exist, and that prices there are in the currency.
 * @throws AppError `field.invalid` on `currency`, `storeIds`, `areaIds`
 */
export async function checkPlaces(
  { db }: EffectContext,
  currency: string | null,
  { storeIds = [], areaIds = [], currency: chosen }: Partial<Places>,
): Promise<void> {
  if (chosen != null) {
    const known = await db.selectFrom('country').select('code').where('currency', '=', chosen).limit(1).execute();
    if (known.length === 0) throw fieldsInvalid({ currency: [{ rule: 'unknown' }] });
  }
  if (storeIds.length > 0) {
    const { rows } = await sql<Place>`
      select v.state = 'CLOSED' as "isOut", n.currency from store v join country n on n.code = v.country_code
      where v.id = any(${storeIds}::uuid[])`.execute(db);
    refusePlaces('storeIds', storeIds.length, rows, currency);
  }
  if (areaIds.length > 0) {
    const { rows } = await sql<Place>`
      select false as "isOut", n.currency from area g join country n on n.code = g.country_code
      where g.id = any(${areaIds}::uuid[])`.execute(db);
    refusePlaces('areaIds', areaIds.length, rows, currency);
  }
}

/** Replaces stores and areas that are given. */
export async function writePlaces(
  { db }: EffectContext,
  id: string,
  { storeIds, areaIds }: Pick<Places, 'storeIds' | 'areaIds'>,
): Promise<void> {
  if (storeIds !== undefined) {
    await sql`delete from campaign_store where campaign_id = ${id} and store_id <> all(${storeIds}::uuid[])`.execute(
      db,
    );
    await sql`insert into campaign_store (campaign_id, store_id) select ${id}, unnest(${storeIds}::uuid[]) on conflict do nothing`.execute(
      db,
    );
  }
  if (areaIds !== undefined) {
    await sql`delete from campaign_area where campaign_id = ${id} and area_id <> all(${areaIds}::uuid[])`.execute(db);
    await sql`insert into campaign_area (campaign_id, area_id) select ${id}, unnest(${areaIds}::uuid[]) on conflict do nothing`.execute(
      db,
    );
  }
}

interface Place {
  readonly isOut: boolean;
  readonly currency: string;
}

function refusePlaces(field: string, wanted: number, found: readonly Place[], currency: string | null): void {
  if (found.length < wanted) throw fieldsInvalid({ [field]: [{ rule: 'unknown' }] });
  if (found.some(({ isOut }) => isOut)) throw fieldsInvalid({ [field]: [{ rule: 'not-in-use' }] });
  if (currency !== null && found.some((place) => place.currency !== currency)) {
    throw fieldsInvalid({ [field]: [{ rule: 'other-currency' }] });
  }
}
