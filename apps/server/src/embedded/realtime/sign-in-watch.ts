import type { SignInRegistry } from '../../ports/identity.ts';

/** With the look-up itself, the end of a sign-in takes effect within 5 s. */
const BELIEVED_MS = 3_000;

/**
 * Whether sign-ins still stand, asked about at most every 3 s each: answers are shared by all sessions of a sign-in, and questions that come
 * together are one.
 */
export class SignInWatch {
  readonly #registry: SignInRegistry;
  /** Sign-ins that stood, by when that was asked. */
  readonly #standing = new Map<string, number>();
  #asking: { readonly ids: Set<string>; readonly answer: Promise<ReadonlySet<string>> } | null = null;

  constructor(registry: SignInRegistry) {
    this.#registry = registry;
  }

  /** @throws AppError `service.unavailable` */
  async stands(signInId: string): Promise<boolean> {
    if (performance.now() - (this.#standing.get(signInId) ?? Number.NEGATIVE_INFINITY) < BELIEVED_MS) return true;
    if (this.#asking === null) {
      const ids = new Set<string>();
      this.#asking = { ids, answer: Promise.resolve().then(() => this.#ask(ids)) };
    }
    this.#asking.ids.add(signInId);
    return (await this.#asking.answer).has(signInId);
  }

  /** Those of the sign-ins that do not stand any more, asked now. @throws AppError `service.unavailable` */
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
      if (askedAtMs - atMs < BELIEVED_MS) break;
      this.#standing.delete(id);
    }
    return standing;
  }
}
