import type { Readable } from 'node:stream';
import { AppError, PUBLISHED_FOLDERS } from '@backcounter/domain';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../ports/bearer.ts';
import type { IdentityPort } from '../ports/identity.ts';
import type { FileServices } from './file-services.ts';
import type { AddressQuery } from './picture-address.ts';
import type { ServedPicture } from './pictures.ts';

/** Upper limits of size and time for any kind of file; each kind has lower limits of its own. */
const BODY_MAX_BYTES = 512_000_000;
const UPLOAD_TIMEOUT_MS = 10 * 60 * 1000;
const PICTURE_NAME = /^([^/]+)\.png$/;

/**
 * `GET /files/profile_pictures/{firebaseId}.png`, `GET /files/badges/{name}.png` and `/files/giveaways/…` for holders
 * of a signed URL, `/files/apps/…`, `/files/notifications/…` and `/files/prizes/…` for everyone; `POST /files/uploads` for staff.
 */
export const filesPlugin: FastifyPluginAsync<{
  readonly files: FileServices;
  readonly identity: IdentityPort;
}> = async (app, { files, identity }) => {
  app.removeAllContentTypeParsers();
  // Bodies are passed on unparsed; the file type is read from the content.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.get<{ Params: { name: string }; Querystring: AddressQuery }>(
    '/files/profile_pictures/:name',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const firebaseId = PICTURE_NAME.exec(request.params.name)?.[1];
      const picture = firebaseId === undefined ? null : files.pictures.serve(firebaseId, request.query);
      // The same answer for missing files and missing rights.
      if (picture === null) throw new AppError('record.not-found', { message: 'There is nothing here.' });
      return sendPicture(picture, request, reply);
    },
  );

  for (const [folder, images] of [
    ['badges', files.badgeImages],
    ['giveaways', files.giveawayImages],
  ] as const) {
    app.get<{ Params: { name: string }; Querystring: AddressQuery }>(
      `/files/${folder}/:name`,
      { exposeHeadRoute: false },
      async (request, reply) => {
        const name = PICTURE_NAME.exec(request.params.name)?.[1];
        const picture = name === undefined ? null : images.serve(name, request.query);
        if (picture === null) throw new AppError('record.not-found', { message: 'There is nothing here.' });
        return sendPicture(picture, request, reply);
      },
    );
  }

  for (const folder of PUBLISHED_FOLDERS) {
    app.get<{ Params: { name: string } }>(
      `/files/${folder}/:name`,
      { exposeHeadRoute: false },
      async (request, reply) => {
        const name = PICTURE_NAME.exec(request.params.name)?.[1];
        const picture = name === undefined ? null : files.publishedPictures.serve(folder, name);
        if (picture === null) throw new AppError('record.not-found', { message: 'There is nothing here.' });
        return sendPicture(picture, request, reply);
      },
    );
  }

  app.post<{ Querystring: { kind?: unknown } }>(
    '/files/uploads',
    {
      bodyLimit: BODY_MAX_BYTES,
      config: { bodyTimeoutMs: UPLOAD_TIMEOUT_MS },
      onRequest: async (request) => {
        request.caller = await authenticate(identity, request.headers.authorization);
        if (request.headers['content-encoding'] !== undefined) {
          throw new AppError('request.unsupported-media', { message: 'Encoded bodies are not accepted.' });
        }
      },
    },
    async (request, reply) => {
      if (request.caller === null) throw new AppError('session.required');
      const declared = request.headers['content-length'];
      const upload = await files.uploads.take(request.caller, {
        kind: request.query.kind,
        stream: (request.body as Readable | undefined) ?? request.raw,
        length: declared === undefined ? undefined : Number(declared),
      });
      return reply.code(201).send(upload);
    },
  );
};

async function sendPicture(
  picture: ServedPicture,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({
    'cache-control': `${picture.isPublic ? 'public, immutable' : 'private'}, max-age=${Math.floor(picture.remainingMs / 1000)}`,
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const known = request.headers['if-none-match'];
  if (known !== undefined) {
    const etag = await picture.etag();
    if (etag !== null && known.split(/,\s*/).includes(`"${etag}"`))
      return reply.code(304).header('etag', `"${etag}"`).send();
  }
  const file = await picture.open();
  reply.headers({
    etag: `"${file.etag}"`,
    'content-length': file.sizeBytes,
    'last-modified': file.modifiedAt.toUTCString(),
  });
  return reply.type(file.contentType).send(file.content);
}
