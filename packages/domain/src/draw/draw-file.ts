const TOKEN = /"(?:[^"\\]|\\.)*"|[{}]|[^"{}]+/gy;

/**
 * The JSON value of a proof file; null for anything that programs could read differently: bytes that are not UTF-8, a key that an object has
 * twice, a number that is not written as a whole one.
 */
export function readProofFile(bytes: ArrayBuffer | Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isUnambiguous(text) ? value : null;
  } catch {
    return null;
  }
}

/** Expects valid JSON. */
function isUnambiguous(text: string): boolean {
  const open: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (!token.startsWith('"')) {
      if (/\d[.eE]/.test(token)) return false;
      if (last.startsWith('"') && token.trimStart().startsWith(':')) {
        const keys = open.at(-1);
        const key = JSON.parse(last) as string;
        if (keys?.has(key) !== false) return false;
        keys.add(key);
      }
    }
    last = token;
  }
  return true;
}
