import { APPROVALS, AppError, type ApprovalAction } from '@backcounter/domain';
import { type DocumentNode, execute, type GraphQLSchema, getNamedType, parse } from 'graphql';
import { type Kysely, sql } from 'kysely';
import { rolesNow } from '../../audit/roles-now.ts';
import type { Database } from '../../db/client.ts';
import { toAppError } from '../../graphql/public-error.ts';
import type { ApprovalContent, ApprovalPass, RequestContext } from '../../graphql/request-context.ts';
import { transactionRunner } from '../../graphql/sql-runner.ts';
import type { StaffCaller } from '../../ports/identity.ts';
import type { ApprovalRow } from './approval.list.ts';

type Variables = Readonly<Record<string, unknown>>;
/** The operation of a request. */
type Operation = Pick<ApprovalRow, 'operation' | 'variables'>;

const OPERATIONS: ReadonlySet<string> = new Set(Object.values(APPROVALS).flatMap(({ operations }) => operations));
const documents = new Map<string, DocumentNode>();

/** The mutation, with `input` as its variable. @throws AppError `field.invalid` for one that no action needs */
function documentOf(schema: GraphQLSchema, operation: string): DocumentNode {
  const field = OPERATIONS.has(operation) ? schema.getMutationType()?.getFields()[operation] : undefined;
  const [input] = field?.args ?? [];
  if (input === undefined)
    throw new AppError('field.invalid', { details: { fields: { operation: [{ rule: 'unknown' }] } } });
  const known = documents.get(operation);
  if (known !== undefined) return known;
  const type = getNamedType(input.type).name;
  const made = parse(`mutation($input: ${type}!) { ${operation}(input: $input) { __typename } }`);
  documents.set(operation, made);
  return made;
}

/** Runs the mutation in the caller's transaction. @throws AppError its refusal */
export async function runOperation(
  schema: GraphQLSchema,
  context: RequestContext,
  { operation, variables }: { readonly operation: string; readonly variables: Variables },
): Promise<void> {
  const document = documentOf(schema, operation);
  const { errors = [] } = await execute({ schema, document, variableValues: variables, contextValue: context });
  if (errors[0] !== undefined) throw toAppError(errors[0]);
}

/**
 * The content for which an operation of the caller would need approval now; null if it needs none. `isForced`: as if the
 * rule were on, without a limit. Nothing remains of the operation.
 * @throws AppError any other refusal of the operation
 */
export async function contentNow(
  schema: GraphQLSchema,
  context: RequestContext,
  operation: Operation,
  isForced = false,
): Promise<ApprovalContent | null> {
  const pass: ApprovalPass & { readonly kind: 'ASKING' } = { kind: 'ASKING', isForced, found: null };
  await undone(context.db, async (db) => {
    try {
      await runOperation(
        schema,
        { ...context, db, sql: transactionRunner(db), lists: null, approval: pass },
        operation,
      );
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'approval.required')) throw error;
    }
  });
  return pass.found;
}

/** Runs `work` in a transaction, or in a part of it, that is always rolled back. */
async function undone(db: Kysely<Database>, work: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  if (!db.isTransaction) {
    const transaction = await db.startTransaction().execute();
    return work(transaction).finally(() => transaction.rollback().execute());
  }
  await sql`savepoint asking`.execute(db);
  await work(db).finally(() => sql`rollback to savepoint asking`.execute(db));
}

/** The requester with their roles of this moment. */
export async function requesterNow(
  { db }: Pick<RequestContext, 'db'>,
  { requestedBySub, requestedByName }: Pick<ApprovalRow, 'requestedBySub' | 'requestedByName'>,
): Promise<StaffCaller> {
  const sub = requestedBySub ?? '';
  const person = await db.selectFrom('staff_user').select('email').where('sub', '=', sub).executeTakeFirst();
  return {
    kind: 'staff',
    sub,
    name: requestedByName ?? sub,
    email: person?.email ?? null,
    roles: await rolesNow(db, sub),
    // The request outlives the token with which it was made.
    expiresAt: new Date(8_640_000_000_000_000),
  };
}

/** Whether the operation would still do exactly what was asked for. */
export async function isUnchanged(
  schema: GraphQLSchema,
  context: RequestContext,
  row: Operation &
    Pick<ApprovalRow, 'contentHash' | 'requestedByName' | 'requestedBySub'> & { readonly action: ApprovalAction },
): Promise<boolean> {
  try {
    const caller = await requesterNow(context, row);
    return (await contentNow(schema, { ...context, caller }, row, true))?.contentHash === row.contentHash;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'service.unavailable' && error.code !== 'unexpected') return false;
    throw error;
  }
}
