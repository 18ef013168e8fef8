import { AppError, type AppScope, type MachineScope, type Permission, SENSITIVE } from '@backcounter/domain';
import { type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { Caller } from '../ports/identity.ts';
import { requireConfirmed } from './confirmed.ts';
import { type RequestContext, requirePermission, requireScope } from './request-context.ts';

const PERMISSION_EXTENSION = 'permission';
const SCOPE_EXTENSION = 'scope';
const APP_EXTENSION = 'appScope';

/**
 * Declares the permission of a field: `t.field({ extensions: needs('account.read'), … })`. The only way to guard a
 * field for staff.
 */
export function needs(permission: Permission): { readonly permission: Permission } {
  return { [PERMISSION_EXTENSION]: permission };
}

/** Declares the scope that a machine client needs for a root field. Without a permission beside it, staff are refused. */
export function needsScope(scope: MachineScope): { readonly scope: MachineScope } {
  return { [SCOPE_EXTENSION]: scope };
}

/** Declares the scope with which an app may read a root field for a person who has its permission; no other is for apps. */
export function needsOfApp(scope: AppScope): { readonly appScope: AppScope } {
  return { [APP_EXTENSION]: scope };
}

/** Runs a root field, with the given arguments or others. */
export type RunRoot = (context: RequestContext, args: object, run: (args: object) => unknown) => unknown;

/** The permission that a field declares, or null. */
export function permissionOf(field: Pick<GraphQLField<unknown, unknown>, 'extensions'>): Permission | null {
  return (field.extensions[PERMISSION_EXTENSION] as Permission | undefined) ?? null;
}

/** The scope that a root field declares, or null. */
export function scopeOf(field: Pick<GraphQLField<unknown, unknown>, 'extensions'>): MachineScope | null {
  return (field.extensions[SCOPE_EXTENSION] as MachineScope | undefined) ?? null;
}

/** The permission or scope that the caller needs for a root field. */
export function rightOf(field: Pick<GraphQLField<unknown, unknown>, 'extensions'>, caller: Caller) {
  const permission = permissionOf(field);
  const scope = scopeOf(field);
  return caller.kind === 'machine' ? (scope ?? permission) : (permission ?? scope);
}

/**
 * Wraps every root field with the check, and removes resolvers that only read a property of the same name, which
 * graphql-jit then inlines. Guarded fields of other types are masked where they are read (the list engine never selects
 * them), because a masked field is null and not an error.
 * @throws Error when a root field declares neither permission nor scope: default deny.
 */
export function authoriseSchema(
  schema: GraphQLSchema,
  runRoot: RunRoot = (_context, args, run) => run(args),
): GraphQLSchema {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (roots.has(type)) guardRootField(type.name, field, runRoot);
      else if (field.extensions['pothosExposedField'] === field.name) Reflect.deleteProperty(field, 'resolve');
    }
  }
  return schema;
}

function guardRootField(typeName: string, field: GraphQLField<unknown, RequestContext>, runRoot: RunRoot): void {
  checkDeclaration(typeName, field);
  const inner = field.resolve;
  if (inner === undefined) throw new Error(`${typeName}.${field.name} has no resolver.`);
  const permission = permissionOf(field);
  const isSensitive = typeName === 'Mutation' && permission !== null && SENSITIVE.has(permission);
  const guarded: GraphQLFieldResolver<unknown, RequestContext> = (parent, args, context, info) => {
    requireRight(field, context.caller);
    const run = () => runRoot(context, args, (given) => inner(parent, given, context, info));
    return isSensitive ? requireConfirmed(context).then(run) : run();
  };
  field.resolve = guarded;
  const follow = field.subscribe;
  if (follow === undefined) return;
  // Checked before subscribing; losing the right ends the whole stream.
  field.subscribe = (parent, args, context, info) => {
    requireRight(field, context.caller);
    return follow(parent, args, context, info);
  };
}

/**
 * Staff need the field's permission, machine clients its scope; a field that declares only one of them is for these
 * callers alone. An app needs the person's permission and its own scope; its registered documents may use any field that is not
 * sensitive.
 * @throws AppError `access.denied` with the permission or scope that the caller lacks.
 */
export function requireRight(field: Pick<GraphQLField<unknown, unknown>, 'extensions'>, caller: Caller): void {
  const permission = permissionOf(field);
  const scope = scopeOf(field);
  if (caller.kind === 'staff' && caller.app !== undefined) {
    const own = field.extensions[APP_EXTENSION] as AppScope | undefined;
    // An app with registered documents runs no others.
    const isRegistered = caller.app.documents !== undefined && permission !== null && !SENSITIVE.has(permission);
    const needed = own ?? (isRegistered ? 'document.run' : undefined);
    if (permission === null || needed === undefined || !caller.app.scopes.includes(needed))
      throw new AppError('access.denied', {
        message: 'The app may not do this.',
        ...(needed && { details: { scope: needed } }),
      });
  }
  if (scope !== null && (caller.kind === 'machine' || permission === null)) requireScope(caller, scope);
  else if (permission !== null) requirePermission(caller, permission);
}

function checkDeclaration(typeName: string, field: GraphQLField<unknown, RequestContext>): void {
  if (permissionOf(field) === null && scopeOf(field) === null)
    throw new Error(`${typeName}.${field.name} declares no permission.`);
}
