/** Redirect target of an error: its `redirectUrl`, if that is an http URL or a path of this origin. */
export function redirectOf(error: unknown, origin: string): string | null {
  if (typeof error !== 'object' || error === null || !('redirectUrl' in error)) return null;
  const { redirectUrl } = error;
  if (typeof redirectUrl !== 'string') return null;
  if (redirectUrl.startsWith('/')) return new URL(redirectUrl, origin).origin === origin ? redirectUrl : null;
  return ['http:', 'https:'].includes(String(URL.parse(redirectUrl)?.protocol)) ? redirectUrl : null;
}

/** One step of the start. */
export interface StartUpStep {
  readonly label: string;
  readonly run: () => Promise<void> | void;
}

/**
 * Runs the steps in order. A failed step is logged and the others continue; an error with a redirect URL ends the start
 * instead, and the console is not mounted (specification, section 4).
 * @returns whether to mount
 */
export async function startUp(
  steps: readonly StartUpStep[],
  { origin, assign }: { readonly origin: string; readonly assign: (url: string) => void },
): Promise<boolean> {
  for (const { label, run } of steps) {
    try {
      await run();
    } catch (cause) {
      console.error(`Start-up, ${label}:`, cause);
      const url = redirectOf(cause, origin);
      if (url === null) continue;
      assign(url);
      return false;
    }
  }
  return true;
}
