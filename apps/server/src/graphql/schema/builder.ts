import SchemaBuilder from '@pothos/core';
import type { RequestContext } from '../request-context.ts';
import {
  jsonLiteral,
  parseDate,
  parseInstant,
  parseSafeInt,
  serializeDate,
  serializeInstant,
  serializeSafeInt,
} from './scalars.ts';

/** A person or machine client, as shown in lists. */
export interface StaffRef {
  readonly sub: string;
  readonly name: string;
}

/** Types that several features refer to by name; higher rooms declare theirs. */
export interface NamedObjects {
  StaffRef: StaffRef;
}

/** The types against which every feature's builder calls are checked. */
export interface SchemaTypes {
  Context: RequestContext;
  DefaultFieldNullability: false;
  Objects: NamedObjects;
  Scalars: {
    ID: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date | string };
    JSON: { Input: unknown; Output: unknown };
    LocalizedText: { Input: unknown; Output: unknown };
    SafeInt: { Input: number; Output: number | string };
  };
}

/** {@link SchemaTypes} with the library's additions. */
export type BuilderTypes = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
/** The builder to which features add their types. */
export type Builder = PothosSchemaTypes.SchemaBuilder<BuilderTypes>;

/** A fresh builder with the scalars and the three root types. */
export function createBuilder(): Builder {
  const builder = new SchemaBuilder<SchemaTypes>({
    defaultFieldNullability: false,
  });
  builder.scalarType('Date', {
    specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date.html',
    description: 'A calendar date, `YYYY-MM-DD`.',
    serialize: serializeDate,
    parseValue: parseDate,
  });
  builder.scalarType('DateTime', {
    specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
    description: 'An instant in UTC, ISO 8601 with milliseconds.',
    serialize: serializeInstant,
    parseValue: parseInstant,
  });
  builder.scalarType('JSON', {
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
    description: "A JSON value: a preference, or a field's value before or after a change.",
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: (node) => jsonLiteral(node),
  });
  builder.scalarType('LocalizedText', {
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc5646',
    description:
      'A text in several languages, locale -> text: `{"en-US": "Shop", "de-DE": "Laden"}`; en-US is required.',
    serialize: (value) => value,
    parseValue: (value) => value,
    parseLiteral: (node) => jsonLiteral(node),
  });
  builder.scalarType('SafeInt', {
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
    description: 'A whole number up to 2^53 - 1.',
    serialize: serializeSafeInt,
    parseValue: parseSafeInt,
  });
  builder.objectType('StaffRef', {
    description: 'A person of the staff, or a machine client.',
    fields: (t) => ({
      sub: t.exposeString('sub', { description: 'Subject of their access tokens.' }),
      name: t.exposeString('name', { description: 'Name as it was when they last signed in.' }),
    }),
  });
  builder.queryType({});
  builder.mutationType({});
  builder.subscriptionType({});
  return builder;
}
