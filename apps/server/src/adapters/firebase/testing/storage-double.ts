import { generateKeyPairSync, randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { importSPKI, jwtVerify } from 'jose';
import type { ServiceAccount } from '../service-account.ts';

interface StoredObject {
  readonly content: Buffer;
  readonly contentType: string;
  readonly generation: string;
  readonly updated: Date;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A stand-in for Google's token endpoint and the objects of one bucket. */
export interface StorageDouble {
  readonly origin: string;
  readonly serviceAccount: ServiceAccount;
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** Access tokens issued so far. */
  readonly tokens: readonly string[];
  /** Invalidates all access tokens, as after a key rotation. */
  revoke(): void;
  end(): Promise<void>;
}

const BUCKET = 'backcounter.appspot.com';

/** Starts the stand-in. It accepts only assertions signed with its key, and only tokens it issued. */
export async function startStorageDouble(): Promise<StorageDouble> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const verifyKey = await importSPKI(publicKey, 'RS256');
  const objects = new Map<string, StoredObject>();
  const tokens: string[] = [];
  const valid = new Set<string>();
  let origin = '';

  const giveToken = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = new URLSearchParams((await buffer(request)).toString());
    const { payload } = await jwtVerify(form.get('assertion') ?? '', verifyKey, {
      issuer: 'backcounter@test.example',
      audience: `${origin}/token`,
      maxTokenAge: '1m',
    });
    const token = `${String(payload['scope']).split('/').at(-1)}-${randomUUID()}`;
    tokens.push(token);
    valid.add(token);
    sendJson(response, 200, { access_token: token, expires_in: 3600, token_type: 'Bearer' });
  };

  const upload = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const boundary = /^multipart\/related; boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
    const body = await buffer(request);
    const [, description, media] = split(body, Buffer.from(`--${boundary}`));
    const resource = JSON.parse(partBody(description).toString());
    const stored = {
      content: partBody(media),
      contentType: resource.contentType,
      generation: String(Date.now() * 1000 + objects.size),
      updated: new Date(),
      metadata: resource.metadata,
    };
    objects.set(resource.name, stored);
    sendJson(response, 200, resourceOf(resource.name, stored));
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', origin);
    if (url.pathname === '/token') return giveToken(request, response);
    if (!valid.has((request.headers.authorization ?? '').slice('Bearer '.length))) return sendJson(response, 401, {});
    if (url.pathname === `/upload/storage/v1/b/${BUCKET}/o`) return upload(request, response);
    const key = decodeURIComponent(url.pathname.slice(`/storage/v1/b/${BUCKET}/o/`.length));
    const found = objects.get(key);
    if (found === undefined) return sendJson(response, 404, { error: { code: 404 } });
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (url.searchParams.get('alt') !== 'media') return sendJson(response, 200, resourceOf(key, found));
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const whole = found.content.length;
    const content = range === null ? found.content : found.content.subarray(Number(range[1]), Number(range[2]) + 1);
    const end = Number(range?.[1] ?? 0) + content.length - 1;
    response.writeHead(range === null ? 200 : 206, {
      'content-type': found.contentType,
      'content-length': content.length,
      'last-modified': found.updated.toUTCString(),
      'x-goog-generation': found.generation,
      ...(range === null ? {} : { 'content-range': `bytes ${range[1]}-${end}/${whole}` }),
    });
    response.end(content);
  };

  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => {
      if (!response.headersSent) sendJson(response, 400, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    objects,
    tokens,
    serviceAccount: {
      clientEmail: 'backcounter@test.example',
      privateKey,
      tokenUri: `${origin}/token`,
      projectId: null,
    },
    revoke: () => valid.clear(),
    end: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function resourceOf(name: string, stored: StoredObject) {
  const { content, contentType, generation, updated } = stored;
  // Whole seconds, as in a download's header.
  updated.setUTCMilliseconds(0);
  return { name, contentType, generation, size: String(content.length), updated: updated.toISOString() };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function split(bytes: Buffer, separator: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; ; ) {
    const at = bytes.indexOf(separator, start);
    if (at === -1) return parts;
    parts.push(bytes.subarray(start, at));
    start = at + separator.length;
  }
}

/** The body after the empty line, without the line break before the next boundary. */
function partBody(part: Buffer | undefined): Buffer {
  if (part === undefined) throw new Error('A part is missing');
  return part.subarray(part.indexOf('\r\n\r\n') + 4, part.length - 2);
}
