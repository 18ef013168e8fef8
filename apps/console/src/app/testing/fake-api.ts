import { readFileSync } from 'node:fs';
import {
  AppError,
  actionsOf,
  may,
  type Role,
  type StateFacts,
  type StateMachine,
  stateRefusal,
} from '@backcounter/domain';
import {
  buildSchema,
  execute,
  type GraphQLError,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isUnionType,
  parse,
  validate,
} from 'graphql';

import { approvalAsking } from '../../lib/api/approval-asking.ts';
import { confirmation } from '../../lib/api/confirmation.ts';
import { dataPosition } from '../../lib/api/data-position.ts';
import { createGraphqlClient, type GraphqlClient, MUTATION_HEADER } from '../../lib/api/graphql-client.ts';
import { showDone, showRequestError } from '../../lib/api/outcome-toasts.ts';

const SERVER = `${import.meta.dirname}/../../../../server`;
const schema = buildSchema(readFileSync(`${SERVER}/schema.graphql`, 'utf8'));
const MATRIX = readMatrix(readFileSync(`${SERVER}/src/features/__snapshots__/role-matrix.test.ts.snap`, 'utf8'));

/** Answers of root fields by name: a value, or a function of the arguments. */
export type Answers = Readonly<Record<string, unknown>>;

/** A request that the console has sent. */
export interface Sent {
  readonly name: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
}

/** The real role matrix, as the server's own test has recorded it. */
function readMatrix(snapshot: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const [, json = '{}'] = /^exports\[`roles > may do exactly this .*\] = `\n([\s\S]*?)\n`;$/m.exec(snapshot) ?? [];
  return JSON.parse(json.replaceAll(/,(?=\s*})/g, '')) as ReturnType<typeof readMatrix>;
}

/** The root field of a list: `accountNotifications` for `ACCOUNT_NOTIFICATIONS`. */
const listField = (list: string) =>
  list.toLowerCase().replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());

/** Questions about a list are open to those who may read it; the matrix has them for accounts only. */
function isOpenTo(roles: readonly Role[], field: string, { list }: { readonly list?: string }): boolean {
  const row = MATRIX[list === undefined ? field : listField(list)] ?? {};
  return roles.some((role) => row[role.toLowerCase()] !== '200 access.denied');
}

const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 0,
  Float: 0,
  SafeInt: 0,
  Boolean: false,
  Date: '2026-01-01',
  DateTime: '2026-01-01T00:00:00.000Z',
  JSON: {},
  LocalizedText: {},
};

/** The least that the type of a field allows: null, no rows, zero, the first value; of a time zone UTC. */
function leastOf(type: GraphQLOutputType, field: string): unknown {
  if (!isNonNullType(type)) return null;
  if (field === 'timezone') return 'UTC';
  const inner = type.ofType;
  if (isListType(inner)) return [];
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  if (isUnionType(inner) || isInterfaceType(inner)) return { __typename: schema.getPossibleTypes(inner)[0]?.name };
  return inner.name in schema.getTypeMap() && 'getFields' in inner ? {} : (SCALARS[inner.name] ?? '');
}

/** Every filter and order that the schema has for a list. */
function capabilitiesOf(list: string) {
  const args = schema.getQueryType()?.getFields()[listField(list)]?.args ?? [];
  const typeOf = (arg: string) => args.find((each) => each.name === arg)?.type;
  const [filter, sort] = [typeOf('filter'), typeOf('sort')];
  const sortKey = isInputObjectType(sort) ? sort.getFields()['key']?.type : undefined;
  const keys = isNonNullType(sortKey) && isEnumType(sortKey.ofType) ? sortKey.ofType.getValues() : [];
  const sorts = keys.map((key) => ({ key: key.name, defaultDirection: 'ASC', isDate: false }));
  return {
    sorts,
    defaultSort: sorts[0],
    filters: Object.keys(isInputObjectType(filter) ? filter.getFields() : {}).map((key) => ({ key })),
    searches: ['NAME'],
    pageSizeMax: 100,
  };
}

/** Rows as a page of a list. */
export const pageOf = (nodes: readonly unknown[], count = nodes.length) => ({
  nodes,
  count: { kind: 'EXACT', value: count },
});

/** `actions` of a record, as the server finds them from the same table. */
export const actionsFor = <State extends string>(
  machine: StateMachine<State>,
  facts: StateFacts<State>,
  roles: readonly Role[],
) =>
  actionsOf(machine).map((action) => {
    const isHeld = may(roles, machine.actions[action]?.permission ?? 'session.read');
    const refusal = stateRefusal(machine, action, facts, new Date()) === null ? null : 'state.invalid-transition';
    return { action, isAllowed: isHeld && refusal === null, refusal: isHeld ? refusal : 'access.denied' };
  });

/**
 * The API without a server: documents are executed on the printed schema, and root fields are open to the roles that the matrix opens them
 * to. A field without an answer is the least that its type allows.
 */
export function fakeApi(roles: readonly Role[], answers: Answers = {}) {
  const sent: Sent[] = [];
  const refused: string[] = [];
  const root: Answers = {
    listCapabilities: ({ list }: { list: string }) => capabilitiesOf(list),
    ledgerHealth: { isHealthy: true },
    noteRecentRecord: {},
    setPreference: ({ input }: { input: object }) => ({ preference: input }),
    ...answers,
  };

  const answer = async (init: RequestInit): Promise<Response> => {
    const { query, variables, operationName } = JSON.parse(String(init.body)) as {
      query: string;
      variables: Sent['variables'];
      operationName: string;
    };
    const headers = new Headers(init.headers);
    sent.push({ name: operationName, variables, idempotencyKey: headers.get('idempotency-key') });
    const document = parse(query);
    const invalid = validate(schema, document);
    if (invalid[0]) throw invalid[0];
    const { data, errors } = await execute({
      schema,
      document,
      operationName,
      variableValues: variables,
      rootValue: root,
      fieldResolver: (source: Answers, args, context, info) => {
        const { fieldName, parentType, returnType } = info;
        const isRoot = parentType === schema.getQueryType() || parentType === schema.getMutationType();
        if (isRoot && !isOpenTo(roles, fieldName, args)) {
          refused.push(fieldName);
          throw new AppError('access.denied');
        }
        const given = source[fieldName];
        const value: unknown = typeof given === 'function' ? given(args, context, info) : given;
        if (value === undefined && parentType === schema.getMutationType())
          throw new Error(`No answer to ${fieldName}`);
        return value === undefined ? leastOf(returnType, fieldName) : value;
      },
    });
    const isChange = headers.has(MUTATION_HEADER) && !errors;
    return Response.json(
      { data, ...(errors ? { errors: errors.map(inWords) } : {}) },
      { headers: isChange ? { [MUTATION_HEADER]: '1' } : {} },
    );
  };

  const fetch = (_input: unknown, init: RequestInit = {}) => {
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    return Promise.race([answer(init), aborted]);
  };

  const client: GraphqlClient = createGraphqlClient({
    endpoint: '/graphql',
    isPersistedOnly: false,
    fetch,
    accessToken: async () => 'token',
    reauthenticate: async () => null,
    confirm: confirmation.ask,
    askApproval: approvalAsking.ask,
    position: dataPosition,
    inspectAnswer: () => undefined,
    onAccepted: () => undefined,
    onError: showRequestError,
    onMutationDone: showDone,
    onOutdated: () => undefined,
  });
  /** Requests of that name, oldest first. */
  const sentAs = (name: string) => sent.filter((each) => each.name === name);
  return { client, fetch, sent, sentAs, refused };
}

function inWords({ message, originalError }: GraphQLError) {
  if (!(originalError instanceof AppError))
    return { message, extensions: { code: 'unexpected', referenceId: 'ref-1' } };
  return { message, extensions: { code: originalError.code, details: originalError.details } };
}
