import type { AccountPatch } from '@backcounter/domain';
import { sql } from 'kysely';
import type { RecordChange } from '../../../crud/record-fields.ts';
import type { EffectContext } from '../../../graphql/request-context.ts';
import { recordsetColumns } from '../../../imports/record-import.ts';
import { ACCOUNT_FIELDS, accountChange } from '../account-change.ts';
import type { FoundAccount } from './account-import-lookup.ts';

/** An account that a row creates. */
export interface NewAccount {
  readonly firebaseId: string | null;
  readonly patch: AccountPatch;
}

/** An account that a row changes. */
export interface UpdatedAccount {
  readonly current: FoundAccount;
  readonly change: RecordChange;
}

const COLUMNS = sql.raw(ACCOUNT_FIELDS.map(({ column }) => column).join(', '));
const TYPES = sql.raw(recordsetColumns(ACCOUNT_FIELDS));
const ASSIGNMENTS = sql.raw(ACCOUNT_FIELDS.map(({ column }) => `${column} = r.${column}`).join(', '));
/** All columns empty: the state before an account exists. */
const NOTHING = Object.fromEntries(ACCOUNT_FIELDS.map(({ column }) => [column, null]));

/** Creates accounts with their audit rows in one statement. */
export async function writeNewAccounts(context: EffectContext, accounts: readonly NewAccount[]): Promise<void> {
  if (accounts.length === 0) return;
  const { caller, now, db } = context;
  const rows = accounts.map(({ firebaseId, patch }) => {
    // Every account starts without consent.
    const change = accountChange(NOTHING, { ...patch, pushConsent: patch.pushConsent || undefined }, now);
    const identity = firebaseId === null ? {} : { firebaseId: [null, firebaseId] };
    return {
      ...NOTHING,
      push_consent: false,
      ...change?.columns,
      firebase_id: firebaseId,
      changes: change?.changes ?? {},
      personal: emptyAsNull({ ...identity, ...change?.personalChanges }),
    };
  });
  await sql`
    with rows as materialized (
      select uuid_v7() as id, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(firebase_id text, push_consent_at timestamptz, ${TYPES}, changes jsonb, personal jsonb)
    ), made as (
      insert into account (id, firebase_id, push_consent_at, ${COLUMNS}, created_by, updated_by)
      select id, firebase_id, push_consent_at, ${COLUMNS}, ${caller.sub}, ${caller.sub} from rows
    )
    ${auditRows(context, 'account.create')}`.execute(db);
}

/** Changes locked accounts with their audit rows in one statement. */
export async function writeUpdatedAccounts(context: EffectContext, accounts: readonly UpdatedAccount[]): Promise<void> {
  if (accounts.length === 0) return;
  const { caller, db } = context;
  const rows = accounts.map(({ current, change }) => ({
    ...current,
    ...change.columns,
    changes: change.changes,
    personal: emptyAsNull(change.personalChanges),
  }));
  await sql`
    with rows as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(id uuid, email_verified boolean, push_consent_at timestamptz, ${TYPES}, changes jsonb, personal jsonb)
    ), changed as (
      update account a set ${ASSIGNMENTS}, email_verified = r.email_verified, push_consent_at = r.push_consent_at,
        version = a.version + 1, updated_at = now(), updated_by = ${caller.sub}
      from rows r where a.id = r.id
    )
    ${auditRows(context, 'account.update')}`.execute(db);
}

function auditRows({ caller, requestId }: EffectContext, action: string) {
  const roles = caller.kind === 'staff' ? [...caller.roles] : [];
  return sql`
    insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, changes, personal_changes)
    select ${caller.sub}, ${roles}::text[], ${requestId}, ${action}, 'account', id::text, 'DONE', changes, personal from rows`;
}

function emptyAsNull(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | null {
  return Object.keys(changes).length === 0 ? null : changes;
}
