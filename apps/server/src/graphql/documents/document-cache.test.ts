import { GraphQLError, type GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../ports/identity.ts';
import { authoriseSchema, needs, needsScope } from '../authorise.ts';
import type { RequestContext } from '../request-context.ts';
import { createBuilder } from '../schema/builder.ts';
import { DocumentCache, type ExecutableDocument } from './document-cache.ts';

const expiresAt = new Date('2030-01-01T00:00:00Z');
const staff: Caller = { kind: 'staff', sub: 's', name: 'S', email: null, roles: ['MARKETING'], expiresAt };
const machine: Caller = { kind: 'machine', sub: 'm', name: 'M', scopes: ['account.sync'], expiresAt };

async function* nothing(): AsyncGenerator<string> {
  yield '';
}

/** A cache over a schema that counts its compilations: only the compiler reads a field's resolver. */
function countingCache() {
  const builder = createBuilder();
  builder.queryField('open', (t) => t.string({ extensions: needs('session.read'), resolve: () => 'yes' }));
  builder.queryField('closed', (t) => t.string({ extensions: needs('account.edit'), resolve: () => 'no' }));
  builder.queryField('synced', (t) => t.string({ extensions: needsScope('account.sync'), resolve: () => 'yes' }));
  builder.mutationField('nothing', (t) => t.string({ extensions: needs('session.read'), resolve: () => '' }));
  builder.subscriptionField('nothing', (t) =>
    t.string({ extensions: needs('session.read'), subscribe: () => nothing(), resolve: () => '' }),
  );
  const schema = authoriseSchema(builder.toSchema());
  const compiled: string[] = [];
  for (const field of Object.values((schema.getQueryType() as GraphQLObjectType).getFields())) {
    const { resolve, name } = field;
    Object.defineProperty(field, 'resolve', {
      get: () => {
        compiled.push(name);
        return resolve;
      },
    });
  }
  return { cache: new DocumentCache(schema), compiled };
}

function found(cache: DocumentCache, text: string): ExecutableDocument {
  const document = cache.get(text);
  if (document instanceof GraphQLError) throw document;
  return document;
}

describe('a document', () => {
  it.each([
    ['by its root field', '{ closed }', staff, 'closed', { permission: 'account.edit' }],
    ['by one of several root fields', '{ open closed }', staff, 'closed', { permission: 'account.edit' }],
    [
      'by a root field in a fragment',
      '{ ...f } fragment f on Query { synced }',
      staff,
      'synced',
      { scope: 'account.sync' },
    ],
    ['to a machine with another scope', '{ open }', machine, 'open', { permission: 'session.read' }],
  ])('is refused %s without being compiled', (_name, text, caller, field, details) => {
    const { cache, compiled } = countingCache();
    const refused = found(cache, text).refusalFor(caller);
    expect(refused?.path).toEqual([field]);
    expect(refused?.originalError).toMatchObject({ code: 'access.denied', details });
    expect(compiled).toEqual([]);
  });

  it('is compiled once, when it is first executed', async () => {
    const { cache, compiled } = countingCache();
    for (let round = 0; round < 2; round += 1) {
      const document = found(cache, '{ open __typename }');
      expect(document.refusalFor(staff)).toBeNull();
      const result = await document.execute({ caller: staff } as RequestContext, undefined);
      expect(result).toEqual({ data: { open: 'yes', __typename: 'Query' } });
    }
    expect(compiled.filter((name) => name === 'open')).toHaveLength(1);
  });
});
