import type { SignInRegistry } from '../../ports/identity.ts';

/** Including the lookup, the end of a sign-in takes effect within 5 s. */
const CACHED_MS = 3_000;

/**
 * Checks whether sign-ins are still valid. Results are cached for 3 s and shared by a sign-in's sessions; concurrent
 * checks share one query.
 */
export class SignInWatch {
  readonly #registry: SignInRegistry;
  /** Valid sign-ins by the time of their last check. */
  readonly #standing = new Map<string, number>();
  #asking: { readonly ids: Set<string>; readonly answer: Promise<ReadonlySet<string>> } | null = null;

  constructor(registry: SignInRegistry) {
    this.#registry = registry;
  }

  /** @throws AppError `service.unavailable` */
  async stands(signInId: string): Promise<boolean> {
    if (performance.now() - (this.#standing.get(signInId) ?? Number.NEGATIVE_INFINITY) < CACHED_MS) return true;
    if (this.#asking === null) {
      const ids = new Set<string>();
      this.#asking = { ids, answer: Promise.resolve().then(() => this.#ask(ids)) };
    }
    this.#asking.ids.add(signInId);
    return (await this.#asking.answer).has(signInId);
  }

  /** The sign-ins that have ended, checked now. @throws AppError `service.unavailable` */
  async ended(signInIds: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const standing = signInIds.size === 0 ? signInIds : await this.#ask(signInIds);
    return new Set([...signInIds].filter((id) => !standing.has(id)));
  }

  async #ask(ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (this.#asking?.ids === ids) this.#asking = null;
    const askedAtMs = performance.now();
    const standing = await this.#registry.standing([...ids]);
    for (const id of ids) {
      this.#standing.delete(id);
      if (standing.has(id)) this.#standing.set(id, askedAtMs);
    }
    for (const [id, atMs] of this.#standing) {
      if (askedAtMs - atMs < CACHED_MS) break;
      this.#standing.delete(id);
    }
    return standing;
  }
}
