import type { Answer, Target } from './target.ts';

/** One attempt; throws when it succeeded, or when the product answered in a forbidden way. */
export interface Attempt {
  readonly title: string;
  run(): Promise<void>;
}

/** Attempts of one kind. */
export interface AttackClass {
  readonly name: string;
  /**
   * Weaknesses (CWE) and advisories of comparable products that this class covers, and statements of
   * docs/spec-coverage.md.
   */
  readonly covers: string;
  /**
   * The production settings, unchanged or with arbitrary documents of staff allowed: otherwise persisted documents
   * would hide the code behind them.
   */
  readonly settings: 'production' | 'open-documents';
  attempts(target: Target): Promise<readonly Attempt[]> | readonly Attempt[];
}

/** Fails with the answer. */
export function must(isTrue: boolean, words: string, answer?: Pick<Answer, 'status' | 'text'>): void {
  if (isTrue) return;
  throw new Error(answer === undefined ? words : `${words}: ${answer.status} ${answer.text.slice(0, 300)}`);
}

/** Requires an answer that leaks nothing: no 5xx, no stack, no SQL, no path of the server. */
export function mustBeClean(answer: Pick<Answer, 'status' | 'text'>): void {
  must(answer.status < 500 || answer.status === 503, 'The server failed', answer);
  must(
    !/\bat .+\.(ts|js|mjs):\d+|node_modules|syntax error at or near|violates .+ constraint|\/apps\/server\//.test(
      answer.text,
    ),
    'The answer shows the inside of the server',
    answer,
  );
}

/** An attempt for each item. */
export function each<T>(items: readonly T[], title: (item: T) => string, run: (item: T) => Promise<void>): Attempt[] {
  return items.map((item) => ({ title: title(item), run: () => run(item) }));
}
