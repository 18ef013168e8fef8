import { MACHINE_SCOPES, ROLES } from '@backcounter/domain';
import { type GraphQLObjectType, GraphQLString } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../ports/identity.ts';
import { authoriseSchema, needs, needsScope } from './authorise.ts';
import type { RequestContext } from './request-context.ts';
import { createBuilder } from './schema/builder.ts';

const expiresAt = new Date('2030-01-01T00:00:00Z');
const staff: Caller = { kind: 'staff', sub: 's', name: 'S', email: null, roles: ROLES, expiresAt };
const machine: Caller = { kind: 'machine', sub: 'm', name: 'M', scopes: MACHINE_SCOPES, expiresAt };

async function* nobodyFollows(): AsyncGenerator<string> {
  yield '';
}

type Extensions = Readonly<Record<string, string>>;

function queryWith(extensions: Extensions): GraphQLObjectType {
  const builder = createBuilder();
  builder.queryField('secret', (t) => t.string({ extensions, resolve: () => 'told' }));
  builder.mutationField('nothing', (t) => t.string({ extensions: needs('session.read'), resolve: () => '' }));
  builder.subscriptionField('nothing', (t) =>
    t.string({ extensions: needs('session.read'), subscribe: () => nobodyFollows(), resolve: () => '' }),
  );
  return authoriseSchema(builder.toSchema()).getQueryType() as GraphQLObjectType;
}

function ask(extensions: Extensions, caller: Caller): unknown {
  const { secret } = queryWith(extensions).getFields();
  expect(String(secret?.type)).toBe(`${GraphQLString}!`);
  return secret?.resolve?.({}, {}, { caller } as RequestContext, undefined as never);
}

describe('a root field', () => {
  it('with a scope is for machine clients with it, whatever roles a person has [machines 1]', () => {
    expect(ask(needsScope('account.sync'), machine)).toBe('told');
    const other: Caller = { ...machine, scopes: ['points.transfer'] };
    const refusal = { code: 'access.denied', details: { scope: 'account.sync' } };
    expect(() => ask(needsScope('account.sync'), other)).toThrow(expect.objectContaining(refusal));
    expect(() => ask(needsScope('account.sync'), staff)).toThrow(expect.objectContaining(refusal));
  });

  it('with a permission is for staff, whatever scopes a machine client has', () => {
    expect(ask(needs('account.edit'), staff)).toBe('told');
    expect(() => ask(needs('account.edit'), machine)).toThrow(expect.objectContaining({ code: 'access.denied' }));
  });

  it('is refused to a person who must act at the provider first, with its URL [sign-in 5]', () => {
    const todo: Caller = { ...staff, actionRequired: '/identity/account?enrol' };
    const details = { redirectUrl: '/identity/account?enrol' };
    expect(() => ask(needs('session.read'), todo)).toThrow(
      expect.objectContaining({ code: 'session.action-required', details }),
    );
  });

  it('with both is for staff with the permission and for machine clients with the scope, never across', () => {
    const both = { ...needs('account.edit'), ...needsScope('account.sync') };
    expect([ask(both, staff), ask(both, machine)]).toEqual(['told', 'told']);
    const without = { permission: { permission: 'account.edit' }, scope: { scope: 'account.sync' } };
    expect(() => ask(both, { ...staff, roles: ['CAMPAIGN-VIEWER'] })).toThrow(
      expect.objectContaining({ code: 'access.denied', details: without.permission }),
    );
    expect(() => ask(both, { ...machine, scopes: ['points.transfer'] })).toThrow(
      expect.objectContaining({ code: 'access.denied', details: without.scope }),
    );
  });

  it('with neither stops the server [machines 1] [security 6]', () => {
    expect(() => queryWith({})).toThrow('Query.secret declares no permission.');
  });
});
