import { APPROVALS, AppError, type ApprovalAction } from '@backcounter/domain';
import { type DocumentNode, execute, type GraphQLSchema, getNamedType, parse } from 'graphql';
import { type Kysely, sql } from 'kysely';
import { callerNow } from '../../audit/roles-now.ts';
import type { Database } from '../../db/client.ts';
import { toAppError } from '../../graphql/public-error.ts';
import type { ApprovalContent, ApprovalPass, RequestContext } from '../../graphql/request-context.ts';
import { transactionRunner } from '../../graphql/sql-runner.ts';
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

/** Whether the operation would still do exactly what was asked for. */
export async function isUnchanged(
  schema: GraphQLSchema,
  context: RequestContext,
  row: Operation & Pick<ApprovalRow, 'contentHash' | 'requestedBySub'> & { readonly action: ApprovalAction },
): Promise<boolean> {
  try {
    const caller = await callerNow(context.db, row.requestedBySub ?? '');
    return (await contentNow(schema, { ...context, caller }, row, true))?.contentHash === row.contentHash;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'service.unavailable' && error.code !== 'unexpected') return false;
    throw error;
  }
}
