import {
  AppError,
  RECENT_RECORDS_KEY,
  STAFF_LANGUAGE_KEY,
  STAFF_SETTINGS_KEY,
  staffLanguage,
  staffSettings,
} from '@backcounter/domain';
import { sql } from 'kysely';
import type { ZodType } from 'zod';
import { cancelledBy } from '../../db/client.ts';
import { needs } from '../../graphql/authorise.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation } from '../../graphql/schema/mutation.ts';

/** A person's setting of one part of the console. */
interface Preference {
  readonly key: string;
  readonly value: unknown;
}

declare module '../../graphql/schema/builder.ts' {
  interface NamedObjects {
    Preference: Preference;
  }
}

const KEY = /^[A-Za-z][A-Za-z0-9._:/-]{0,99}$/;
const VALUE_MAX_BYTES = 20_000;
const KEYS_MAX = 50;
const MAX_PREFERENCES = 500;

/** Preferences: read through the viewer, written one at a time. Not audited, since they affect only their owner. */
export function addPreference(builder: Builder): void {
  builder.objectType('Preference', {
    description: 'A stored setting of one part of the console.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Key of the setting.' }),
      value: t.expose('value', { type: 'JSON', description: 'Its value.' }),
    }),
  });
  addMutation(builder, 'setPreference', {
    description: `Saves one preference of the caller; at most ${MAX_PREFERENCES} per person. Not audited.`,
    extensions: needs('preference.write'),
    input: (t) => ({
      key: t.string({
        required: true,
        description: 'Key: a letter, then at most 99 letters, digits and `._:/-`.',
      }),
      value: t.field({
        type: 'JSON',
        required: true,
        description: `At most ${VALUE_MAX_BYTES.toLocaleString('en-US')} bytes.`,
      }),
    }),
    resolve: async ({ key, value }, context) => ({ preference: await setPreference(context, key, value) }),
    payload: (t) => ({
      preference: t.expose('preference', { type: 'Preference', description: 'The preference after the change.' }),
    }),
  });
}

/** Returns the caller's values under these keys; keys without a value are omitted. */
export async function readPreferences(context: RequestContext, keys: readonly string[]): Promise<Preference[]> {
  if (keys.length > KEYS_MAX) throw invalid('keys', 'too-many');
  if (keys.length === 0) return [];
  const rows = await context.db
    .selectFrom('staff_preference')
    .select(['key', 'value'])
    .where('staff_sub', '=', context.caller.sub)
    .where('key', 'in', [...keys])
    .orderBy('key')
    .execute(cancelledBy(context.signal));
  return rows;
}

async function setPreference(context: RequestContext, key: string, given: unknown): Promise<Preference> {
  const { db, caller, services } = context;
  // Opened records have their own mutation, which keeps them well-formed.
  if (!KEY.test(key) || key === RECENT_RECORDS_KEY) throw invalid('key', 'invalid');
  const value = key === STAFF_SETTINGS_KEY ? checked(staffSettings, given) : given;
  if (key === STAFF_LANGUAGE_KEY) {
    const language = checked(staffLanguage, value);
    if (services.profiles !== null) {
      await services.profiles.setPreferredLanguage(caller.sub, language);
      return { key, value };
    }
  }
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > VALUE_MAX_BYTES) throw invalid('value', 'too-long');
  await db
    .insertInto('staff_preference')
    .values({ staff_sub: caller.sub, key, value: text })
    .onConflict((conflict) =>
      conflict.columns(['staff_sub', 'key']).doUpdateSet((insert) => ({
        value: insert.ref('excluded.value'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute();
  const { count } = await db
    .selectFrom('staff_preference')
    .select(sql<number>`count(*)`.as('count'))
    .where('staff_sub', '=', caller.sub)
    .executeTakeFirstOrThrow();
  if (count > MAX_PREFERENCES) throw invalid('key', 'too-many');
  return { key, value };
}

function checked<Value>(schema: ZodType<Value>, value: unknown): Value {
  const { data, error } = schema.safeParse(value);
  const problem = error?.issues[0];
  if (problem) throw invalid(['value', ...problem.path].join('.'), 'invalid');
  return data as Value;
}

function invalid(field: string, rule: string): AppError {
  return new AppError('field.invalid', {
    message: 'Some fields are not right.',
    details: { fields: { [field]: [{ rule }] } },
  });
}
