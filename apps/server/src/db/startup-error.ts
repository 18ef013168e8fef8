/** A reason not to start that the operator can fix: one sentence, printed without a stack. */
export class StartupError extends Error {
  constructor(sentence: string, options?: { cause?: unknown }) {
    super(sentence, options);
    this.name = 'StartupError';
  }
}
