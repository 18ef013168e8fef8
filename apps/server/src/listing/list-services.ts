import { BoundedMap } from '../graphql/bounded-map.ts';
import type { CursorCodec } from './cursor.ts';
import type { ListCount } from './list-count.ts';

/** What the list engine keeps for the life of the process. */
export interface ListServices {
  readonly cursors: CursorCodec;
  readonly counts: CountMemory;
}

/** Counts of the last moments, so that a list that many people look at isn't counted for each of them. */
export class CountMemory {
  readonly #entries = new BoundedMap<string, { readonly madeAtMs: number; readonly count: Promise<ListCount> }>(1_000);

  /** The last count of a scope, or undefined. */
  get(scope: string): { readonly madeAtMs: number; readonly count: Promise<ListCount> } | undefined {
    return this.#entries.get(scope);
  }

  /** Keeps a count. */
  set(scope: string, entry: { readonly madeAtMs: number; readonly count: Promise<ListCount> }): void {
    this.#entries.set(scope, entry);
  }

  /** Forgets a count that failed. */
  delete(scope: string): void {
    this.#entries.delete(scope);
  }
}

declare module '../graphql/request-context.ts' {
  interface Services extends ListServices {}
}
