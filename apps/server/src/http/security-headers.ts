import type { FastifyInstance } from 'fastify';

/** What a console document may load from, besides the server itself. */
export interface DocumentPolicy {
  readonly issuerOrigin: string;
  /** Origins of configured neighbours, such as translations and their files. */
  readonly connectOrigins: readonly string[];
  /** Origins of pictures. */
  readonly imageOrigins: readonly string[];
}

/** Empty Permissions-Policy: the console asks for nothing. */
const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()';

/** Headers of every answer; a route that sets one itself keeps its own. */
export function addSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of BASE) if (!reply.hasHeader(name)) reply.header(name, value);
    if (isHttps) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains');
  });
}

const BASE = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cache-control', 'no-store'],
] as const;

/** Pages that sign-in opens in a hidden frame or a window. */
export type DocumentRole = 'page' | 'silent' | 'popup';

/** Which of the rules for documents a path falls under. */
export function documentRoleOf(path: string): DocumentRole {
  if (path === '/silent') return 'silent';
  return path === '/popup' ? 'popup' : 'page';
}

/** Headers of one console document. */
export function documentHeaders(policy: DocumentPolicy, role: DocumentRole, nonce: string): Record<string, string> {
  const { issuerOrigin } = policy;
  const connect = [...new Set([issuerOrigin, ...policy.connectOrigins])].join(' ');
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      ["img-src 'self' blob: data:", ...policy.imageOrigins].join(' '),
      `connect-src 'self' ${connect}`,
      "font-src 'self'",
      `frame-src 'self' ${issuerOrigin}`,
      `frame-ancestors ${role === 'silent' ? "'self'" : "'none'"}`,
      "base-uri 'none'",
      `form-action 'self' ${issuerOrigin}`,
      "object-src 'none'",
      "manifest-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ].join('; '),
    'cross-origin-opener-policy': role === 'popup' ? 'unsafe-none' : 'same-origin-allow-popups',
    'permissions-policy': PERMISSIONS_POLICY,
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
  };
}
