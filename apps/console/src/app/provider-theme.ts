import { type BrandTheme, brandTheme, parseHex, type ThemeColors } from '@backcounter/ui';
import { createAtom } from '@tanstack/react-store';
import { bestEffort } from '../lib/page/best-effort.ts';
import { localStore } from '../lib/settings/local-store.ts';

const STORAGE_KEY = 'provider-theme';
const TIMEOUT_MS = 5000;
const MAX_BYTES = 64_000;

/** The colours of a theme answer that match the strict grammar; everything else is dropped. */
export function readThemeColors(answer: unknown): {
  readonly primary: string | null;
  readonly secondary: string | null;
} {
  const colors = (
    typeof answer === 'object' && answer !== null && 'colors' in answer ? answer.colors : null
  ) as ThemeColors | null;
  return { primary: parseHex(colors?.primary), secondary: parseHex(colors?.secondary) };
}

function stored(): unknown {
  try {
    return JSON.parse(localStore.getItem(STORAGE_KEY) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

const theme = createAtom<BrandTheme>(brandTheme());
const apply = (answer: unknown) => theme.set(brandTheme(readThemeColors(answer)));

/** The brand of the identity provider; the product's own until it is known and if it cannot be read. */
export const providerTheme = {
  current: theme,
  /**
   * Applies the colours of the last visit immediately, so that no colours change on screen, and loads the current ones,
   * without authorisation.
   */
  async load(issuer: string): Promise<void> {
    if (stored() !== null) apply(stored());
    await bestEffort('Theme of the provider', async () => {
      const response = await fetch(`${issuer}/.well-known/theme`, {
        credentials: 'omit',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`answered ${response.status}`);
      const text = await response.text();
      if (text.length > MAX_BYTES) throw new Error('is too large');
      const answer: unknown = JSON.parse(text);
      const colors = readThemeColors(answer);
      localStore.setItem(STORAGE_KEY, JSON.stringify({ colors }));
      apply(answer);
    });
  },
};
