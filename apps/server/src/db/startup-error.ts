/** A reason not to start that its reader can act on: one sentence, shown without a stack. */
export class StartupError extends Error {
  constructor(sentence: string, options?: { cause?: unknown }) {
    super(sentence, options);
    this.name = 'StartupError';
  }
}
