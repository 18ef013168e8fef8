import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { AppError, type FieldProblems } from '@backcounter/domain';
import { StartupError } from '../db/startup-error.ts';
import { failureText } from './connect.ts';

/**
 * The arguments of a command that has one name and options; `documents` has operands.
 * @throws StartupError with the usage for others
 */
export function readCommand<const Options extends ParseArgsOptionsConfig>(options: Options, usage: string) {
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const [command, ...operands] = positionals;
    if (operands.length <= (command === 'documents' ? 2 : 0)) return { command, operands, values };
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
  throw new StartupError(usage);
}

/** The value of an option without surrounding spaces. @throws StartupError with the usage if there is none */
export function requiredOption(value: string | undefined, option: string, usage: string): string {
  if (value === undefined || value.trim() === '') throw new StartupError(`${option} is missing.\n\n${usage}`);
  return value.trim();
}

/** An error as a sentence that names the wrong fields. */
export function recordFailure(error: unknown): unknown {
  if (!(error instanceof AppError)) return failureText(error);
  const fields = Object.entries((error.details['fields'] ?? {}) as FieldProblems);
  const problems = fields.map(([field, found]) => `${field}: ${found.map(({ rule }) => rule).join(', ')}`);
  return [error.message, ...problems].join(' ');
}
