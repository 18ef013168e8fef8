import { sql } from 'kysely';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { RowProblem } from '../../../imports/import-definition.ts';
import { checkRowCount } from './account-sync.ts';

/** A device and the push token that its app has reported. */
export interface DeviceSyncInput {
  readonly firebaseId: string;
  readonly platform: 'ANDROID' | 'IOS';
  readonly pushToken: string;
  readonly appVersion?: string | null | undefined;
}

/** Outcome of a row. */
export type DeviceSyncOutcome = 'ADDED' | 'REFRESHED' | 'REFUSED';

/** Result of one row. */
export interface DeviceSyncResult {
  readonly firebaseId: string;
  readonly outcome: DeviceSyncOutcome;
  readonly problems: readonly RowProblem[];
}

const TOKEN = /^[\x21-\x7e]{8,4096}$/;
const VERSION_MAX_LENGTH = 40;
/** Devices that staff invalidated stay invalid until another token is reported. */
const STAYS_OUT = sql`d.invalid_reason = 'STAFF' and d.account_id = excluded.account_id`;

/**
 * Records push tokens, each row independently. A token of another account moves to the account that reported it last; an invalid token
 * becomes valid again unless staff invalidated it. Not in the audit trail, as apps report tokens at every start. Returns results in
 * the order of the rows.
 * @throws AppError `field.invalid` for more than 1,000 rows
 */
export async function syncAccountDevices(
  { db }: RequestContext,
  devices: readonly DeviceSyncInput[],
): Promise<DeviceSyncResult[]> {
  checkRowCount('devices', devices.length);
  const { rows: owners } = await sql<{ id: string; firebase_id: string; state: string }>`
    select id, firebase_id, state::text as state from account
    where firebase_id = any(${devices.map(({ firebaseId }) => firebaseId)}::text[])
    order by id for key share`.execute(db);
  const accounts = new Map(owners.map((account) => [account.firebase_id, account]));
  const seen = new Set<string>();
  const problems = devices.map((device) => problemOf(device, accounts.get(device.firebaseId)?.state, seen));
  const rows = devices
    .filter((_device, index) => problems[index] === null)
    .map(({ firebaseId, ...device }) => ({ ...device, account: accounts.get(firebaseId)?.id }));
  const { rows: added } = await sql<{ push_token: string }>`
    with written as (
      insert into account_device as d (account_id, platform, push_token, app_version)
      select r.account, r.platform::device_platform, r."pushToken", nullif(trim(r."appVersion"), '')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(account uuid, platform text, "pushToken" text, "appVersion" text)
      order by r."pushToken"
      on conflict (push_token_key(push_token)) do update
        set account_id = excluded.account_id, platform = excluded.platform, token_refreshed_at = now(),
          app_version = coalesce(excluded.app_version, d.app_version), 
          invalidated_at = case when ${STAYS_OUT} then d.invalidated_at end,
          invalid_reason = case when ${STAYS_OUT} then d.invalid_reason end
      returning push_token, xmax = 0 as is_added
    )
    select push_token from written where is_added`.execute(db);
  const addedTokens = new Set(added.map(({ push_token: token }) => token));
  return devices.map(({ firebaseId, pushToken }, index) => {
    const problem = problems[index] ?? null;
    if (problem !== null) return { firebaseId, outcome: 'REFUSED', problems: [problem] };
    return { firebaseId, outcome: addedTokens.has(pushToken) ? 'ADDED' : 'REFRESHED', problems: [] };
  });
}

function problemOf(device: DeviceSyncInput, state: string | undefined, seen: Set<string>): RowProblem | null {
  const { pushToken, appVersion } = device;
  if (state === undefined) return { field: 'firebaseId', rule: 'unknown' };
  if (state === 'ERASED') return { field: 'firebaseId', rule: 'is-erased' };
  if (!TOKEN.test(pushToken)) return { field: 'pushToken', rule: 'invalid' };
  if ((appVersion?.trim().length ?? 0) > VERSION_MAX_LENGTH) {
    return { field: 'appVersion', rule: 'too-long', params: { max: VERSION_MAX_LENGTH } };
  }
  if (seen.has(pushToken)) return { field: 'pushToken', rule: 'repeated' };
  seen.add(pushToken);
  return null;
}
