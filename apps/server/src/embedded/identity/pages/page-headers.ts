/**
 * Content policy of the provider's pages: only their own styles, scripts and forms; nothing inline. Browsers apply
 * `form-action` to redirects as well, so a form that returns to an app names its origin.
 */
export function contentPolicy(isFrameable: boolean, returnsTo: unknown = null): string {
  const target = typeof returnsTo === 'string' && URL.canParse(returnsTo) ? new URL(returnsTo).origin : null;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `form-action 'self'${target === null || target === 'null' ? '' : ` ${target}`}`,
    "base-uri 'none'",
    `frame-ancestors ${isFrameable ? "'self'" : "'none'"}`,
  ].join('; ');
}

/** Headers of our own pages. */
export function pageHeaders(isFrameable = false, returnsTo: unknown = null): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy(isFrameable, returnsTo),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
  };
}
