/** Content policy of the provider's pages: only their own styles, scripts and forms; nothing inline. */
export function contentPolicy(isFrameable: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isFrameable ? "'self'" : "'none'"}`,
  ].join('; ');
}

/** Headers of our own pages. */
export function pageHeaders(isFrameable = false): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy(isFrameable),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
  };
}
