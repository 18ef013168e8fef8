import { readFile } from 'node:fs/promises';
import type { MachineScope } from '@backcounter/domain';
import {
  buildSchema,
  findBreakingChanges,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { readColumns } from '../db/testing/personal-columns.ts';
import { authoriseSchema, needs, needsScope, scopeOf } from '../graphql/authorise.ts';
import { IN_PUBLIC, publicSchema } from '../graphql/public-slice.ts';
import { createBuilder } from '../graphql/schema/builder.ts';
import { fileApp } from '../testing/file-app.ts';
import { createSchema } from './index.ts';

const slice = publicSchema(createSchema());
const RELEASED = new URL('../../../../e2e/released-public-schema.graphql', import.meta.url);

/** Personal values that programs may read: type and field -> scopes of the operations, or of the field itself. */
const PERSONAL: Readonly<Record<string, readonly MachineScope[]>> = {
  // Names of campaigns and stores.
  'CheckedCampaign.name': ['coupon.check'],
  'OpenStore.name': ['store.read'],
  'RunningCampaign.name': ['campaign.read'],
  // Echoes of the input.
  'AccountSyncResult.firebaseId': ['account.sync'],
  'DeviceSyncResult.firebaseId': ['account.sync'],
  'TopicSyncResult.firebaseId': ['account.sync'],
  'Member.displayName': ['account.read-contact'],
  'Member.email': ['account.read-contact'],
  'Member.firebaseId': ['account.read'],
};

/** A deprecation says when it was announced, when the member will be removed, and what replaces it. */
const DEPRECATION = /^Since (\d{4}-\d{2}-\d{2}), removed after (\d{4}-\d{2}-\d{2})\. \S/;
const SIX_MONTHS_MS = 181 * 86_400_000;

describe('a public slice', () => {
  const builder = createBuilder();
  const secret = builder
    .objectRef<object>('Secret')
    .implement({ fields: (t) => ({ at: t.string({ resolve: () => '' }) }) });
  const known = builder.objectRef<object>('Known').implement({
    extensions: IN_PUBLIC,
    fields: (t) => ({
      name: t.string({ resolve: () => 'n' }),
      contact: t.string({ extensions: needsScope('coupon.redeem'), resolve: () => 'c' }),
      note: t.string({ extensions: needs('account.read'), resolve: () => 's' }),
      secrets: t.field({ type: [secret], resolve: () => [] }),
    }),
  });
  builder.queryField('known', (t) =>
    t.field({ type: known, extensions: needsScope('account.sync'), resolve: () => ({}) }),
  );
  builder.queryField('hidden', (t) => t.field({ type: known, extensions: needs('account.read'), resolve: () => ({}) }));
  builder.queryField('both', (t) =>
    t.boolean({ extensions: { ...needs('account.read'), ...needsScope('points.transfer') }, resolve: () => true }),
  );
  const fieldsOf = (schema: GraphQLSchema) =>
    Object.values(schema.getTypeMap())
      .flatMap((type) => (isObjectType(type) && !isIntrospectionType(type) ? Object.keys(type.getFields()) : []))
      .sort();

  it('has the root fields with a scope, and the open fields of public types', () => {
    const schema = authoriseSchema(builder.toSchema());
    expect(fieldsOf(publicSchema(schema))).toEqual(['both', 'contact', 'known', 'name']);
    expect(fieldsOf(publicSchema(schema, (scope) => scope === 'account.sync'))).toEqual(['known', 'name']);
    builder.queryField('leak', (t) =>
      t.field({ type: secret, extensions: needsScope('account.sync'), resolve: () => ({}) }),
    );
    expect(() => publicSchema(authoriseSchema(builder.toSchema()))).toThrow('Query.leak');
  });
});

describe('the public slice', () => {
  let released: string;
  beforeAll(async () => {
    released = await readFile(RELEASED, 'utf8');
  });

  it('takes nothing away that the last release has', () => {
    expect(findBreakingChanges(buildSchema(released), slice)).toEqual([]);
  });

  it('announces a removal at least six months before, with a replacement', () => {
    const reasons = Object.values(slice.getTypeMap())
      .flatMap(membersOf)
      .flatMap((member) => member.deprecationReason ?? []);
    for (const reason of reasons) {
      const [, since = '', until = ''] = DEPRECATION.exec(reason) ?? [];
      expect(Date.parse(until) - Date.parse(since), reason).toBeGreaterThan(SIX_MONTHS_MS);
    }
  });

  it('returns personal data with its scope only', async () => {
    const { database } = await fileApp();
    const columns = (await readColumns(database.ownerPool)).filter(
      ({ table, tag }) => tag === 'personal' && table.startsWith('account'),
    );
    const names = new Set(columns.map(({ column }) => column.replace(/_(.)/g, (_, letter) => letter.toUpperCase())));
    const found: Record<string, readonly MachineScope[]> = {};
    for (const [type, scopes] of reachedTypes())
      for (const field of Object.values(type.getFields()))
        if (names.has(field.name))
          found[`${type.name}.${field.name}`] = scopeOf(field) ? [scopeOf(field) as MachineScope] : [...scopes].sort();
    expect(found).toEqual(PERSONAL);
  });
});

/** Object types below the root fields, with the scopes of the root fields that reach them. */
function reachedTypes() {
  const reached = new Map<GraphQLObjectType, Set<MachineScope>>();
  const follow = (field: GraphQLField<unknown, unknown>, scope: MachineScope): void => {
    const type = getNamedType(field.type);
    const scopes = isObjectType(type) ? (reached.get(type) ?? new Set()) : null;
    if (!isObjectType(type) || scopes === null || scopes.has(scope)) return;
    reached.set(type, scopes.add(scope));
    for (const below of Object.values(type.getFields())) follow(below, scope);
  };
  for (const root of [slice.getQueryType(), slice.getMutationType(), slice.getSubscriptionType()])
    for (const field of Object.values(root?.getFields() ?? {})) follow(field, scopeOf(field) as MachineScope);
  return reached;
}

function membersOf(type: GraphQLNamedType): readonly { readonly deprecationReason?: string | null | undefined }[] {
  if (isEnumType(type)) return type.getValues();
  if (isInputObjectType(type)) return Object.values(type.getFields());
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [field, ...field.args]);
}
