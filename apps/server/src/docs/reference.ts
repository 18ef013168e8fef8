import { ERROR_CODES } from '@backcounter/domain';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { scopeOf } from '../graphql/authorise.ts';
import { type Html, html } from '../pages/html.ts';
import { codeBlock, inline, type Section, scrollable } from './guide.ts';
import { OPERATION_EXAMPLES, type OperationExample } from './operation-examples.ts';
import { curlExample, type Operation, scriptExample } from './operation-texts.ts';

type Row = readonly [name: string, type: GraphQLType | null, description: string | null | undefined];

/** Every operation of the public slice by name. */
export function operationsOf(schema: GraphQLSchema): ReadonlyMap<string, Operation> {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return new Map(
    roots.flatMap(([kind, root]) =>
      Object.values(root?.getFields() ?? {}).map((field) => [field.name, { kind, field }] as const),
    ),
  );
}

/** The operations by subject, then the types that they share. */
export function referenceSections(schema: GraphQLSchema): readonly Section[] {
  const operations = operationsOf(schema);
  const subjects = Object.entries(OPERATION_EXAMPLES).map(([title, examples]) => ({
    title,
    anchor: title.toLowerCase(),
    parts: Object.keys(examples),
    content: html`${Object.entries(examples).map(([name, example]) => {
      const operation = operations.get(name);
      return operation && operationPart(operation, example);
    })}`,
  }));
  const own = new Set<GraphQLNamedType>();
  for (const { kind, field } of operations.values())
    if (kind === 'mutation') for (const { type } of [field, ...field.args]) own.add(getNamedType(type));
  const shared = Object.values(schema.getTypeMap())
    .filter(
      (type) => !isIntrospectionType(type) && !own.has(type) && !/^(Query|Mutation|Subscription)$/.test(type.name),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
  return [...subjects, { title: 'Types', anchor: 'types', parts: [], content: html`${shared.map(typePart)}` }];
}

function operationPart(operation: Operation, example: OperationExample): Html {
  const { kind, field } = operation;
  const [only] = field.args;
  const isInput = kind === 'mutation' && only !== undefined;
  const answer = getNamedType(field.type);
  return html`<article id="${field.name}"><h3><code>${field.name}</code> <span class="badge">${kind}</span></h3>
${field.deprecationReason && html`<p class="badge">Deprecated</p><p>${inline(field.deprecationReason)}</p>`}
<p>${described(field.description)}</p>
<p>Scope <code>${scopeOf(field) ?? ''}</code>. Result ${typeName(field.type, kind === 'mutation')}.</p>
<h4>${isInput ? html`Fields of <code>input</code>` : 'Arguments'}</h4>
${members(isInput ? rowsOf(getNamedType(only.type)) : field.args.map(rowOf), `Arguments of ${field.name}`)}
${kind === 'mutation' && html`<h4>Result</h4>${members(rowsOf(answer), `Result of ${field.name}`)}`}
<h4>Errors</h4>
<p>${
    example.errors.length === 0
      ? 'None of its own.'
      : example.errors.map((code, index) => html`${index > 0 && ', '}<code>${code}</code> (${ERROR_CODES[code]})`)
  } <a href="/docs#error-codes">Causes and remedies</a></p>
<h4>curl</h4>
${codeBlock(curlExample(operation, example), `${field.name} with curl`)}
<h4>TypeScript</h4>
${codeBlock(scriptExample(operation, example), `${field.name} in TypeScript`)}
</article>
`;
}

function typePart(type: GraphQLNamedType): Html {
  const kind = isEnumType(type) ? 'enum' : isInputObjectType(type) ? 'input' : isScalarType(type) ? 'scalar' : 'type';
  return html`<article id="${type.name}"><h3><code>${type.name}</code> <span class="badge">${kind}</span></h3>
<p>${described(type.description)}</p>
${members(rowsOf(type), `Members of ${type.name}`)}
</article>
`;
}

const rowOf = ({ name, type, description, deprecationReason }: GraphQLArgument | GraphQLInputField): Row => [
  name,
  type,
  deprecationReason ? `${description} Deprecated. ${deprecationReason}` : description,
];

function rowsOf(type: GraphQLNamedType): readonly Row[] {
  if (isEnumType(type)) return type.getValues().map(({ name, description }) => [name, null, description]);
  if (isInputObjectType(type)) return Object.values(type.getFields()).map(rowOf);
  return isObjectType(type) ? Object.values(type.getFields()).map((field) => rowOf({ ...field } as never)) : [];
}

function members(rows: readonly Row[], label: string): Html | false {
  if (rows.length === 0) return false;
  const isTyped = rows.some(([, type]) => type !== null);
  return scrollable(
    html`<table><thead><tr><th scope="col">Name</th>${isTyped && html`<th scope="col">Type</th>`}<th scope="col">Description</th></tr></thead><tbody>${rows.map(
      ([name, type, description]) =>
        html`<tr><td><code>${name}</code></td>${type !== null && html`<td>${typeName(type)}</td>`}<td>${described(description)}</td></tr>`,
    )}</tbody></table>`,
    label,
  );
}

/** The type, with a link to its members where the page has them apart. */
function typeName(type: GraphQLType, isBeside = false): Html {
  const { name } = getNamedType(type);
  const [before = '', after = ''] = String(type).split(name);
  return html`<code>${before}${isBeside ? name : html`<a href="#${name}">${name}</a>`}${after}</code>`;
}

const described = (text: string | null | undefined): Html => inline((text ?? '').replace(/\n\nScope: `[^`]+`\.$/, ''));
