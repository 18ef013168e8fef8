import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { RealtimeError } from './realtime-error.ts';
import { FIREBASE_ID, STORE_SID } from './realtime-key.ts';

/** A firebase id in a request. */
export const firebaseId = z
  .string()
  .regex(FIREBASE_ID)
  .refine((id) => id.isWellFormed());
export const storeSid = z.string().regex(STORE_SID).nullable();
export const connectionId = z.string().regex(/^[\x21-\x7e]{1,128}$/);

/** Accepts only JSON; properties that could pollute a prototype are refused. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (request.headers['content-encoding'] !== undefined) {
      done(new RealtimeError('database/unsupported-media', 'Encoded bodies are not accepted.'));
    } else if (text === '') {
      done(null, undefined);
    } else {
      parseJson(request, text as string, done);
    }
  });
}

/** @throws RealtimeError `database/invalid-argument` naming the first invalid property */
export function checked<Schema extends z.ZodType>(value: unknown, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new RealtimeError('database/invalid-argument', `${where === '' ? 'The request' : where} is not valid.`);
}
