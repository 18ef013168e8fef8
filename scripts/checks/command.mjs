import { spawn } from 'node:child_process';
import { ROOT } from './source-files.mjs';

/**
 * Runs a program of the repository and returns its exit code and output.
 * @param {string[]} args of Node
 * @param {{ input?: string, env?: Record<string, string> }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runNode(args, { input, env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', NODE_NO_WARNINGS: '1', ...env },
    });
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
    child.stdin.end(input ?? '');
  });
}

/**
 * A step that passes when a program exits with 0.
 * @param {string[]} args
 */
export const passes = (args) => async () => {
  const { code, output } = await runNode(args);
  return { problems: code === 0 ? [] : [output || `exit code ${code}`] };
};
