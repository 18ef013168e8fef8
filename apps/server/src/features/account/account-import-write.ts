import { sql } from 'kysely';
import type { EffectContext } from '../../graphql/request-context.ts';
import { ACCOUNT_COLUMNS, type AccountChange, PATCH_FIELDS, PERSONAL_FIELDS } from './account-change.ts';
import type { FoundAccount } from './account-import-lookup.ts';

/** An account that a row makes. */
export interface NewAccount {
  readonly firebaseId: string | null;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly countryCode: string;
  readonly areaId: string | null;
  readonly locale: string;
  readonly timezone: string;
  readonly birthDate: string | null;
  readonly pushConsent: boolean;
}

/** An account that a row changes. */
export interface UpdatedAccount {
  readonly current: FoundAccount;
  readonly change: AccountChange;
}

/** Makes accounts with their audit rows in one statement. */
export async function writeNewAccounts(context: EffectContext, accounts: readonly NewAccount[]): Promise<void> {
  if (accounts.length === 0) return;
  const { caller, now, db } = context;
  const rows = accounts.map((account) => {
    const given = Object.entries(account).filter(([, value]) => value !== null && value !== false);
    const changes = given.map(([field, value]) => [field, [null, value]] as const);
    return {
      ...account,
      changes: Object.fromEntries(changes.filter(([field]) => !PERSONAL_FIELDS.has(field))),
      personal: emptyAsNull(Object.fromEntries(changes.filter(([field]) => PERSONAL_FIELDS.has(field)))),
    };
  });
  await sql`
    with rows as materialized (
      select uuid_v7() as id, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("firebaseId" text, "displayName" text,
        email text, phone text, "countryCode" text, "areaId" uuid, locale text, timezone text, "birthDate" date, "pushConsent" boolean,
        changes jsonb, personal jsonb)
    ), made as (
      insert into account (id, firebase_id, display_name, email, phone_e164, country_code, area_id, locale, timezone, birth_date,
        push_consent, push_consent_at, created_by, updated_by)
      select id, "firebaseId", "displayName", email, phone, "countryCode", "areaId", locale, timezone, "birthDate",
        "pushConsent", case when "pushConsent" then ${now}::timestamptz end, ${caller.sub}, ${caller.sub} from rows
    )
    ${auditRows(context, 'account.create')}`.execute(db);
}

/** Changes locked accounts with their audit rows in one statement. */
export async function writeUpdatedAccounts(context: EffectContext, accounts: readonly UpdatedAccount[]): Promise<void> {
  if (accounts.length === 0) return;
  const { caller, db } = context;
  const rows = accounts.map(({ current, change }) => ({
    ...Object.fromEntries(PATCH_FIELDS.map((field) => [ACCOUNT_COLUMNS[field], current[ACCOUNT_COLUMNS[field]]])),
    email_verified: current.email_verified,
    push_consent_at: current.push_consent_at,
    ...change.columns,
    id: current.id,
    changes: change.changes,
    personal: emptyAsNull(change.personalChanges),
  }));
  await sql`
    with rows as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, display_name text, email text,
        email_verified boolean, phone_e164 text, country_code text, area_id uuid, locale text, timezone text, birth_date date,
        push_consent boolean, push_consent_at timestamptz, changes jsonb, personal jsonb)
    ), changed as (
      update account a set display_name = r.display_name, email = r.email, email_verified = r.email_verified,
        phone_e164 = r.phone_e164, country_code = r.country_code, area_id = r.area_id, locale = r.locale, timezone = r.timezone,
        birth_date = r.birth_date, push_consent = r.push_consent, push_consent_at = r.push_consent_at,
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
