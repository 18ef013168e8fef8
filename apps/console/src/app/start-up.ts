/** An error that wants the browser elsewhere instead of a mounted console. */
interface RedirectingError {
  readonly redirectUrl: string;
}

function redirectOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('redirectUrl' in error)) return null;
  const { redirectUrl } = error as RedirectingError;
  return typeof redirectUrl === 'string' && /^https?:\/\//.test(redirectUrl) ? redirectUrl : null;
}

/** One step of the start. */
export interface StartUpStep {
  readonly label: string;
  readonly run: () => Promise<void> | void;
  /** The start goes on without the step's end after this time; absent: it waits. */
  readonly patienceMs?: number;
}

const elapsed = (milliseconds: number) =>
  new Promise<true>((resolve) => {
    setTimeout(() => resolve(true), milliseconds);
  });

/**
 * Runs the steps in turn. A failed step is logged and the rest goes on; an error that carries a redirect URL ends the start instead, and
 * the console is not mounted (specification, section 4). A step that ends after its patience is logged and redirects all the same.
 * @returns whether to mount
 */
export async function startUp(steps: readonly StartUpStep[], redirect: (url: string) => void): Promise<boolean> {
  const isToGoOnAfter = async ({ label, run }: StartUpStep): Promise<boolean> => {
    try {
      await run();
      return true;
    } catch (cause) {
      console.error(`Start-up, ${label}:`, cause);
      const url = redirectOf(cause);
      if (url !== null) redirect(url);
      return url === null;
    }
  };
  for (const step of steps) {
    const end = isToGoOnAfter(step);
    if (!(await (step.patienceMs === undefined ? end : Promise.race([end, elapsed(step.patienceMs)])))) return false;
  }
  return true;
}
