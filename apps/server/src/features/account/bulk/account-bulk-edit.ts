import { ACCOUNT_MACHINE, type AccountBulkPatch, accountRecord } from '@backcounter/domain';
import { sql } from 'kysely';
import { fieldsInvalid, parseFields } from '../../../crud/field-input.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { ACCOUNT_FIELDS, editedFields } from '../account-change.ts';
import { type AccountBulkAction, checkReasonAlone, refuseTarget } from './account-bulk-action.ts';

/** Fields that a bulk edit can set. */
export const ACCOUNT_BULK_FIELDS = ACCOUNT_FIELDS.filter(({ isBulk }) => isBulk);

/** A validated patch for many accounts. @throws AppError `field.invalid` with problems under `patch` */
export function parseBulkPatch(input: object): AccountBulkPatch {
  const patch = parseFields(accountRecord.bulkPatch, input, 'patch.');
  if (Object.keys(patch).length === 0) throw fieldsInvalid({ patch: [{ rule: 'required' }] });
  return patch;
}

/** Sets fields of many accounts, with the audit row of a single edit for each. Accounts that have the values already are skipped. */
export function editAction(patch: AccountBulkPatch): AccountBulkAction {
  const values: Readonly<Record<string, unknown>> = patch;
  const given = ACCOUNT_BULK_FIELDS.filter(({ name }) => values[name] !== undefined);
  const columns = Object.fromEntries(given.map(({ name, column }) => [column, values[name]]));
  const isMoved = 'country_code' in columns || 'area_id' in columns;
  const isElsewhere = `n.area_id is not null and not exists (
    select from area r where r.id = n.area_id and r.country_code = n.country_code)`;
  return {
    permission: ACCOUNT_MACHINE.actions.EDIT.permission,
    auditAction: 'account.update',
    hasPersonalChanges: true,
    checkTarget: async (context, targetId) => {
      await refuseTarget(context, targetId);
      await checkReferences(context, patch);
    },
    checkOptions: checkReasonAlone,
    refusal: (params) => `(
      select account_edit_refusal(a.state, a.state_changed_at, n is not distinct from a, ${isMoved ? isElsewhere : 'false'})
      from jsonb_populate_record(a, ${params.add(JSON.stringify(columns))}::jsonb) n)`,
    change: (params, _options, actor, ids) =>
      `edit_accounts(${params.add(JSON.stringify(editedFields(columns)))}::jsonb, ${ids}, ${actor})`,
  };
}

/** Refuses values before the start that the database would refuse for each account. @throws AppError `field.invalid` */
async function checkReferences({ db }: RequestContext, patch: AccountBulkPatch): Promise<void> {
  const { countryCode = null, areaId = null } = patch;
  if (countryCode === null && areaId === null) return;
  const { rows } = await sql<{ country: boolean; area: boolean }>`
    select ${countryCode}::text is null or exists (select from country where code = ${countryCode}) as country,
      ${areaId}::uuid is null or exists (select from area where id = ${areaId}) as area`.execute(db);
  const [is] = rows;
  if (!is?.country) throw fieldsInvalid({ 'patch.countryCode': [{ rule: 'unknown' }] });
  if (!is.area) throw fieldsInvalid({ 'patch.areaId': [{ rule: 'unknown' }] });
}
