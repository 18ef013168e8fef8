import { inspect, styleText } from 'node:util';
import { levels } from 'pino';

const COLOURS = { info: 'cyan', warn: 'yellow', error: 'red', fatal: 'red' } as const;
/** Control characters could change the terminal; those of line breaks stay. */
const CONTROL = /[^\P{Cc}\n]/gu;
const plain = (text: string): string => text.replace(CONTROL, ' ');

/** The destination of a log that people read in a terminal: time, level, text, fields and stack. */
export function readableLog(write: (text: string) => unknown): { write(line: string): void } {
  return {
    write(line) {
      const { time, level, msg = '', err, pid: _pid, hostname: _hostname, ...fields } = JSON.parse(line);
      const label = levels.labels[level] ?? String(level);
      const colour = COLOURS[label as keyof typeof COLOURS] ?? 'gray';
      const shown = Object.entries(fields).map(([name, value]) => ` ${name}=${inspect(value, { breakLength: 1_000 })}`);
      const stack = err === undefined ? '' : `\n${plain(err.stack ?? inspect(err))}`;
      const at = new Date(time).toTimeString().slice(0, 8);
      write(`${at} ${styleText(colour, label)} ${plain(msg)}${styleText('gray', plain(shown.join('')))}${stack}\n`);
    },
  };
}
