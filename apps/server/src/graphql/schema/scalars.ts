import { GraphQLError, Kind, type ValueNode } from 'graphql';
import { NESTING_MAX } from '../request-body.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses an ISO 8601 instant with a zone, on an existing day: `Date` would read 30 February as a day in March.
 * @throws GraphQLError otherwise.
 */
export function parseInstant(value: unknown): Date {
  if (typeof value === 'string' && value.length <= 40 && INSTANT.test(value)) {
    const instant = new Date(value);
    if (!Number.isNaN(instant.getTime()) && isDay(value.slice(0, 10))) return instant;
  }
  throw new GraphQLError('DateTime must be an ISO 8601 instant with a zone.');
}

/** An instant as ISO 8601 in UTC with milliseconds. Texts come from the list engine in that form. */
export function serializeInstant(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  throw new GraphQLError('DateTime cannot represent this value.');
}

/** Parses an existing calendar date. @throws GraphQLError otherwise. */
export function parseDate(value: unknown): string {
  if (typeof value === 'string' && DATE.test(value) && isDay(value)) return value;
  throw new GraphQLError('Date must be YYYY-MM-DD.');
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A calendar date, as the driver's text. */
export function serializeDate(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError('Date cannot represent this value.');
}

/** Parses a whole number up to 2^53 - 1; a text is none. @throws GraphQLError otherwise. */
export function parseSafeInt(value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw new GraphQLError('SafeInt must be a whole number up to 2^53 - 1.');
}

/** A whole number, as a number or as the driver's text. */
export function serializeSafeInt(value: unknown): number {
  return parseSafeInt(typeof value === 'string' && value !== '' ? Number(value) : value);
}

/** Value of a literal, without variables: JSON values are sent as variables. */
export function jsonLiteral(node: ValueNode, depth = 0): unknown {
  if (depth > NESTING_MAX) throw new GraphQLError('The value is nested too deeply.');
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map((value) => jsonLiteral(value, depth + 1));
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, jsonLiteral(field.value, depth + 1)]));
    default:
      throw new GraphQLError('A JSON value inside a document cannot hold a variable or an enum value.');
  }
}
