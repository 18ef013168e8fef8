import { AppError, type MachineScope, type Permission } from '@backcounter/domain';
import {
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFieldMap,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  valueFromASTUntyped,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Caller } from '../../ports/identity.ts';
import { requireRight, rightOf } from '../authorise.ts';
import { BoundedMap } from '../bounded-map.ts';
import { isOneStatement } from '../one-statement.ts';
import { plainMessage } from '../public-error.ts';
import { publicSchema } from '../public-slice.ts';
import { type WhenRepeated, whenRepeated } from '../repeated-mutation.ts';
import type { RequestContext } from '../request-context.ts';
import { selectionEnricher } from '../schema/selection.ts';
import { asksForSchema, DOCUMENT_LIMITS, type WeighedOperation, weighDocument } from './document-limits.ts';

/** A document that can be executed repeatedly. */
export interface ExecutableDocument {
  readonly document: DocumentNode;
  readonly kind: OperationDefinitionNode['operation'];
  readonly operationName: string | null;
  /** Name of the first root field, for the log of an unnamed operation and for the audit trail. */
  readonly rootField: string;
  /** Permission or scope that the caller needs for the first root field; null for introspection. */
  rightFor(caller: Caller): Permission | MachineScope | null;
  readonly asksForSchema: boolean;
  /** A mutation that needs no transaction around it. */
  readonly isOneStatement: boolean;
  /** Answer to a repeated mutation with the same key. */
  readonly whenRepeated: WhenRepeated;
  /**
   * Why the caller may not run it, from the rights of its root fields; null if they may. Call it before `execute`,
   * which compiles.
   */
  refusalFor(caller: Caller): GraphQLError | null;
  execute(context: RequestContext, variables: Record<string, unknown> | undefined): Promise<ExecutionResult>;
}

const MAX_CACHED_DOCUMENTS = 500;
const MAX_CACHED_LENGTH = 16_384;

/**
 * Parses, weighs and validates documents, and caches the result, refusals included; documents are compiled on first
 * execution.
 */
export class DocumentCache {
  readonly #schema: GraphQLSchema;
  readonly #entries = new BoundedMap<string, ExecutableDocument | GraphQLError>(MAX_CACHED_DOCUMENTS);

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** The executable document, or the error that explains the refusal. */
  get(text: string): ExecutableDocument | GraphQLError {
    const known = this.#entries.get(text);
    if (known !== undefined) return known;
    const prepared = prepare(this.#schema, text);
    if (text.length <= MAX_CACHED_LENGTH) this.#entries.set(text, prepared);
    return prepared;
  }
}

/** Documents of the console and of programs, each against the schema that they may see. */
export interface DocumentCaches {
  readonly all: DocumentCache;
  readonly inPublic: DocumentCache;
}

/** The caches of one endpoint. */
export function documentCaches(schema: GraphQLSchema): DocumentCaches {
  return { all: new DocumentCache(schema), inPublic: new DocumentCache(publicSchema(schema)) };
}

function prepare(schema: GraphQLSchema, text: string): ExecutableDocument | GraphQLError {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: DOCUMENT_LIMITS.tokens });
  } catch (error) {
    return (error as Error).message.includes('tokens. Parsing aborted')
      ? refusal('operation.too-complex', `tokens: ${DOCUMENT_LIMITS.tokens} at most.`)
      : refusal('request.malformed', (error as Error).message, error as GraphQLError);
  }
  try {
    const weighed = weighDocument(schema, document);
    const [problem] = validate(schema, document, specifiedRules, { maxErrors: 1, hideSuggestions: true });
    if (problem !== undefined) return refusal('request.malformed', problem.message, problem);
    return executableOf(schema, document, weighed);
  } catch (error) {
    if (error instanceof AppError) return new GraphQLError(error.message, { originalError: error });
    throw error;
  }
}

function executableOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, rootFields }: WeighedOperation,
): ExecutableDocument {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  const [rootField = 'unknown'] = rootFields;
  const field = fields[rootField];
  let compiled: CompiledQuery | GraphQLError | undefined;
  const defaults = defaultsOfNonNull(operation);
  return {
    document,
    kind: operation.operation,
    operationName: operation.name?.value ?? null,
    rootField,
    rightFor: (caller) => (field === undefined ? null : rightOf(field, caller)),
    asksForSchema: asksForSchema(document),
    isOneStatement: field !== undefined && isOneStatement(field),
    whenRepeated:
      operation.operation === 'mutation' && field !== undefined
        ? whenRepeated(schema, document, field)
        : 'stored-answer',
    refusalFor: (caller) => refusalOf(fields, rootFields, caller),
    execute: async (context, variables) => {
      compiled ??= compile(schema, document, operation);
      if (compiled instanceof GraphQLError) return { errors: [compiled] };
      return compiled.query(undefined, context, { ...defaults, ...variables });
    },
  };
}

/** Defaults of variables such as `$first: Int! = 10`, which graphql-jit demands nevertheless. */
function defaultsOfNonNull({ variableDefinitions = [] }: OperationDefinitionNode): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ type, variable, defaultValue }) =>
      type.kind === Kind.NON_NULL_TYPE && defaultValue !== undefined
        ? [[variable.name.value, valueFromASTUntyped(defaultValue)]]
        : [],
    ),
  );
}

function refusalOf(
  fields: GraphQLFieldMap<unknown, RequestContext>,
  rootFields: readonly string[],
  caller: Caller,
): GraphQLError | null {
  for (const name of rootFields) {
    const field = fields[name];
    try {
      // Introspection fields need no right.
      if (field !== undefined) requireRight(field, caller);
    } catch (error) {
      return new GraphQLError((error as AppError).message, { path: [name], originalError: error as AppError });
    }
  }
  return null;
}

function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledQuery | GraphQLError {
  const compiled: CompiledQuery | ExecutionResult | FormattedExecutionResult = compileQuery(
    schema,
    document,
    operation.name?.value,
    { disableLeafSerialization: true, disablingCapturingStackErrors: true, resolverInfoEnricher: selectionEnricher },
  );
  if (isCompiledQuery(compiled)) return compiled;
  return refusal('request.malformed', compiled.errors?.[0]?.message ?? 'The document cannot be executed.');
}

function refusal(
  code: 'operation.too-complex' | 'request.malformed',
  message: string,
  place?: Pick<GraphQLError, 'source' | 'positions'>,
): GraphQLError {
  const error = new AppError(code, { message: plainMessage(message) });
  return new GraphQLError(error.message, { source: place?.source, positions: place?.positions, originalError: error });
}
