import type { FastifyInstance } from 'fastify';

/** Origins a console document may use besides the server itself. */
export interface DocumentPolicy {
  readonly issuerOrigin: string;
  /** Origins of configured services, such as translations and their files. */
  readonly connectOrigins: readonly string[];
  /** Origins of pictures. */
  readonly imageOrigins: readonly string[];
}

/** Denies all of these: the console needs none. */
const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()';

/** Adds security headers to every response; headers set by a route take precedence. */
export function addSecurityHeaders(app: FastifyInstance, transportSecurity: string | null): void {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of BASE) if (!reply.hasHeader(name)) reply.header(name, value);
    if (transportSecurity !== null) reply.header('strict-transport-security', transportSecurity);
  });
}

const BASE = [
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cache-control', 'no-store'],
] as const;

/** `silent` and `popup` are the pages that sign-in opens in a hidden frame or a window. */
export type DocumentRole = 'page' | 'silent' | 'popup';

/** The role of the document at a path. */
export function documentRoleOf(path: string): DocumentRole {
  if (path === '/silent') return 'silent';
  return path === '/popup' ? 'popup' : 'page';
}

/** Response headers of a console document. */
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
