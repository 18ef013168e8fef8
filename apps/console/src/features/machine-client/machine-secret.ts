const SECRET_BYTES = 32;

/** A secret as it is shown once, and what the server is told of it. */
export interface MadeSecret {
  readonly text: string;
  /** SHA-256 in base64url. */
  readonly hash: string;
}

/** 256 random bits, made here: only their hash leaves the page. */
export async function makeSecret(): Promise<MadeSecret> {
  const text = base64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return { text, hash: base64Url(new Uint8Array(digest)) };
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
