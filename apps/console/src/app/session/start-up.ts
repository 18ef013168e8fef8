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

/** Parameters of waiting for the admin token. */
export interface AdminTokenWait {
  readonly obtain: () => Promise<string | null>;
  /** The start continues without the token after this time. */
  readonly patienceMs: number;
  readonly origin: string;
  /** Called when it fails after that with an error that has a redirect URL: too late to redirect. */
  readonly onLate: (cause: unknown) => void;
}

/**
 * The admin-token step (specification, section 4). A failure is only logged (section 8), unless it has a redirect URL.
 * @throws an error with a redirect URL
 */
export async function waitForAdminToken({
  obtain,
  patienceMs,
  origin,
  onLate,
}: AdminTokenWait): Promise<string | null> {
  let isLate = false;
  const attempt = obtain().catch((cause: unknown) => {
    const isRedirect = redirectOf(cause, origin) !== null;
    if (isRedirect && !isLate) throw cause;
    console.error('Start-up, admin token:', cause);
    if (isRedirect) onLate(cause);
    return null;
  });
  const patience = new Promise<null>((resolve) => {
    setTimeout(() => {
      isLate = true;
      resolve(null);
    }, patienceMs);
  });
  return Promise.race([attempt, patience]);
}
