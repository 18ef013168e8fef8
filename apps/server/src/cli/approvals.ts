/** `npm run approvals -- --off --reason TEXT`: turns all rules of approval off, for operators in an emergency. */
import { parseArgs } from 'node:util';
import { reason as reasonRule } from '@backcounter/domain';
import { loadConfig } from '../config.ts';
import { createDatabase } from '../db/client.ts';
import { StartupError } from '../db/startup-error.ts';
import { asCommand, connectForCommand } from './connect.ts';
import { turnApprovalsOff } from './turn-approvals-off.ts';

const USAGE = `Usage: npm run approvals -- --off --reason TEXT

  Turns all rules of approval off. The reason is in the audit trail, and all administrators get a mail.`;

await asCommand(main);

async function main(): Promise<void> {
  const reason = readReason();
  const command = await connectForCommand(loadConfig(), (line) => console.error(line));
  try {
    const actions = await turnApprovalsOff(createDatabase(command.pool), reason);
    console.log(actions.length === 0 ? 'No rule was on.' : `Turned off: ${actions.join(', ')}.`);
  } finally {
    await command.close();
  }
}

function readReason(): string {
  try {
    const { values } = parseArgs({ options: { off: { type: 'boolean' }, reason: { type: 'string' } } });
    const parsed = reasonRule.safeParse(values.reason ?? '');
    if (values.off === true && parsed.success) return parsed.data;
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  throw new StartupError(USAGE);
}
