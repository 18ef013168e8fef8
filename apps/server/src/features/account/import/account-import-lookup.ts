import { sql } from 'kysely';
import type { EffectContext } from '../../../graphql/request-context.ts';
import type { ImportRow, ImportValue, WriteOptions } from '../../../imports/import-definition.ts';
import { isNamed } from '../../../imports/named-records.ts';
import { ACCOUNT_FIELDS } from '../account-change.ts';

/** The current account of a row, with all entered columns. */
export interface FoundAccount extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly email_verified: boolean;
  readonly firebase_id: string | null;
  readonly email_key: string | null;
  readonly public_no: string | number;
  readonly push_consent_at: Date | null;
  readonly country_code: string;
  readonly area_id: string | null;
  readonly state: string;
}

interface FoundCountry {
  readonly code: string;
  readonly is_active: boolean;
  readonly default_locale: string;
  readonly default_timezone: string;
}

interface FoundArea {
  readonly id: string;
  readonly country_code: string;
  readonly code: string;
  readonly is_open: boolean;
}

/** Records that the rows of a batch refer to. */
export type AccountSurroundings = Awaited<ReturnType<typeof lookAround>>;

const COLUMNS = sql.join(ACCOUNT_FIELDS.map(({ column }) => sql.ref(column)));
const KEY_COLUMNS = {
  firebaseId: { column: 'firebase_id', cast: 'text', of: ({ firebase_id: value }: FoundAccount) => value ?? '' },
  email: { column: 'email_key', cast: 'text', of: ({ email_key: value }: FoundAccount) => value ?? '' },
  number: { column: 'public_no', cast: 'bigint', of: ({ public_no: value }: FoundAccount) => String(value) },
} as const;

/** Looks up the records of a batch in a few statements. Accounts are locked in id order, so that two imports cannot deadlock. */
export async function lookAround(
  context: EffectContext,
  rows: readonly ImportRow[],
  { settings, isDryRun }: WriteOptions,
) {
  const [match = ''] = settings.matchBy;
  const key = KEY_COLUMNS[match as keyof typeof KEY_COLUMNS];
  const normal = (value: ImportValue | undefined) =>
    match === 'email' ? String(value ?? '').toLowerCase() : String(value ?? '');
  const { db } = context;
  const keys = rows.map(({ values }) => normal(values[match]));
  const { rows: found } = await sql<FoundAccount>`
    select id, firebase_id, email_key, public_no, email_verified, push_consent_at, state, ${COLUMNS}
    from account where ${sql.ref(key.column)} = any(${keys}::${sql.raw(key.cast)}[])
    order by id ${isDryRun ? sql`` : sql`for update`}`.execute(db);
  const accounts = new Map(found.map((account) => [key.of(account), account]));
  const countries = new Map(
    (
      await sql<FoundCountry>`
        select code::text as code, is_active, default_locale, default_timezone from country`.execute(db)
    ).rows.map((country) => [country.code, country]),
  );
  const areas = await areasNamed(db, textsOf(rows, 'areaCode'));
  const emails = textsOf(rows, 'email').map((email) => email.toLowerCase());
  const owners = new Map(
    emails.length === 0
      ? []
      : (
          await sql<{ email_key: string; id: string }>`
            select email_key, id from account where email_key = any(${emails}::text[])`.execute(db)
        ).rows.map((owner) => [owner.email_key, owner.id]),
  );
  const firebaseIds = match === 'firebaseId' ? [] : textsOf(rows, 'firebaseId');
  const takenIds = new Set(
    firebaseIds.length === 0
      ? []
      : (
          await sql<{ firebase_id: string }>`
            select firebase_id from account where firebase_id = any(${firebaseIds}::text[])`.execute(db)
        ).rows.map(({ firebase_id: id }) => id),
  );
  return {
    /** The account of a key; null if there is none. */
    find: (value: ImportValue | undefined) => accounts.get(normal(value)) ?? null,
    country: (code: string) => countries.get(code) ?? null,
    /** Areas of any country with a code, or with a name in any language. */
    areas: (text: string) => areas.get(text) ?? [],
    /** Whether an account other than the given one has the email. */
    isEmailTaken: (email: string, current: FoundAccount | null) => {
      const owner = owners.get(email.toLowerCase());
      return owner !== undefined && owner !== current?.id;
    },
    isFirebaseIdTaken: (firebaseId: string) => takenIds.has(firebaseId),
  };
}

async function areasNamed(
  db: EffectContext['db'],
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly FoundArea[]>> {
  if (texts.length === 0) return new Map();
  const { rows } = await sql<FoundArea & { readonly text: string }>`
    select t.text, r.id::text as id, r.country_code::text as country_code, r.code,
      r.is_active and r.archived_at is null as is_open
    from unnest(${[...new Set(texts)]}::text[]) t (text) join area r on ${isNamed('area', sql`t.text`)}`.execute(db);
  return Map.groupBy(rows, ({ text }) => text);
}

function textsOf(rows: readonly ImportRow[], key: string): string[] {
  return rows.flatMap(({ values }) => {
    const value = values[key];
    return typeof value === 'string' ? [value] : [];
  });
}
