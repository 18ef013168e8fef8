/** An error that wants the browser elsewhere instead of a mounted console. */
interface RedirectingError {
  readonly redirectUrl: string;
}

function redirectOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('redirectUrl' in error)) return null;
  const { redirectUrl } = error as RedirectingError;
  return typeof redirectUrl === 'string' && /^https?:\/\//.test(redirectUrl) ? redirectUrl : null;
}

export interface StartUpStep {
  readonly label: string;
  readonly run: () => Promise<void> | void;
}

/**
 * Runs the steps in turn. A failed step is logged and the rest goes on; an error that carries a redirect URL ends the start instead, and
 * the console is not mounted (specification, section 4).
 * @returns whether to mount
 */
export async function startUp(steps: readonly StartUpStep[], redirect: (url: string) => void): Promise<boolean> {
  for (const { label, run } of steps) {
    try {
      await run();
    } catch (cause) {
      console.error(`Start-up, ${label}:`, cause);
      const url = redirectOf(cause);
      if (url !== null) {
        redirect(url);
        return false;
      }
    }
  }
  return true;
}
