import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { type CompiledMessage, type CompiledMessages, isPlainText, type Messages } from './messages.ts';

/** Result of compiling a file of texts. */
export interface Compilation {
  readonly messages: CompiledMessages;
  /** Errors of the texts that were skipped, since they cannot be displayed. */
  readonly problems: readonly Error[];
}

/**
 * Parses the syntax of a text once.
 * @throws SyntaxError with the place and kind of the first mistake
 */
export function compileMessage(text: string): CompiledMessage {
  return isPlainText(text) ? text : parse(text, { captureLocation: false });
}

/**
 * Parses many texts. Skips and reports a malformed text, and one with a placeholder or tag that the text in the code
 * lacks and that would never get a value.
 */
export function compileMessages(texts: Messages, reference: CompiledMessages = {}): Compilation {
  const messages: Record<string, CompiledMessage> = {};
  const problems: Error[] = [];
  for (const [key, text] of Object.entries(texts)) {
    try {
      const message = compileMessage(text);
      const strange = Object.hasOwn(reference, key) ? strangeNames(message, reference[key] ?? '') : [];
      if (strange.length > 0) throw new SyntaxError(`unknown placeholder ${strange.join(', ')}`);
      messages[key] = message;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      problems.push(new Error(`Malformed message ${key}: ${why}`, { cause }));
    }
  }
  return { messages, problems };
}

/** Visits each element of a message, including those inside tags and choices. */
export function visitMessage(message: CompiledMessage, see: (element: MessageFormatElement) => void): void {
  if (typeof message === 'string') return;
  for (const element of message) {
    see(element);
    if (element.type === TYPE.tag) visitMessage(element.children, see);
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const option of Object.values(element.options)) visitMessage(option.value, see);
  }
}

/** Names of placeholders and tags. */
export function namesIn(message: CompiledMessage): ReadonlySet<string> {
  const names = new Set<string>();
  visitMessage(message, (element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return;
    names.add(element.type === TYPE.tag ? `<${element.value}>` : element.value);
  });
  return names;
}

function strangeNames(message: CompiledMessage, original: CompiledMessage): string[] {
  const known = namesIn(typeof original === 'string' ? compileMessage(original) : original);
  return [...namesIn(message)].filter((name) => !known.has(name));
}
