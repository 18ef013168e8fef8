import { createHash } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  separateOperations,
  stripIgnoredCharacters,
} from 'graphql';
import type { Caller } from '../../ports/identity.ts';
import { toAppError } from '../public-error.ts';
import { DocumentCache } from './document-cache.ts';

/** One operation with its fragments, as it is stored. */
export interface RegisteredDocument {
  readonly name: string;
  readonly hash: string;
  readonly document: string;
}

/** True if the caller has no registered documents, or this is one of them. */
export function isRegisteredFor(caller: Caller, document: DocumentNode): boolean {
  const hashes = caller.kind === 'machine' ? caller.documents : caller.app?.documents;
  return hashes === undefined || hashes.includes(hashOf(plainText(document)));
}

/**
 * The operations of a file, each with its fragments; none for an empty one.
 * @throws AppError if one has no name, or the caller could not run it
 */
export function readDocuments(text: string, schema: GraphQLSchema, caller: Caller): readonly RegisteredDocument[] {
  if (text.trim() === '') return [];
  const cache = new DocumentCache(schema);
  return Object.entries(separateOperations(parsed(text))).map(([name, operation]) => {
    if (name === '') throw new AppError('request.malformed', { message: 'Each operation needs a name.' });
    const document = plainText(operation);
    const prepared = cache.get(document);
    const refused = prepared instanceof GraphQLError ? prepared : prepared.refusalFor(caller);
    if (refused === null) return { name, hash: hashOf(document), document };
    const { code, message, details } = toAppError(refused);
    throw new AppError(code, { message: `${name}: ${message}`, details });
  });
}

/** @throws AppError `request.malformed` */
function parsed(text: string): DocumentNode {
  try {
    const document = parse(text);
    const names = document.definitions.flatMap((each) =>
      each.kind === Kind.OPERATION_DEFINITION ? (each.name?.value ?? '') : [],
    );
    if (new Set(names).size === names.length) return document;
  } catch (error) {
    throw toAppError(error);
  }
  throw new AppError('request.malformed', { message: 'Two operations have one name.' });
}

/** The same for texts that differ in spaces, comments, or the order of their definitions. */
function plainText({ definitions }: DocumentNode): string {
  return stripIgnoredCharacters(definitions.map(print).sort().join('\n'));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
