import { type Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The outcome of a request on a connection that the server's system completed and its process never accepted. */
export const NEVER_ACCEPTED = 'ECONNRESET on a new connection';

/** Sends requests one after another until the server refuses connections. */
export interface RequestLoop {
  /** Complete answers. */
  readonly answered: number;
  /** Requests without a complete answer, and answers that are not the product's. */
  readonly problems: readonly string[];
  readonly over: Promise<void>;
}

/** Sends requests repeatedly on the agent's connections. */
export function requestUntilRefused(port: number, agent: Agent, token: string): RequestLoop {
  const problems: string[] = [];
  const loop = { answered: 0, problems, over: Promise.resolve() };
  const run = async (): Promise<void> => {
    for (;;) {
      const outcome = await outcomeOf(port, agent, token);
      if (outcome === 'answered') loop.answered += 1;
      else if (outcome === 'refused') return;
      else problems.push(outcome);
    }
  };
  loop.over = run();
  return loop;
}

function outcomeOf(port: number, agent: Agent, token: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port, agent, method: 'POST', path: '/graphql', headers });
    sent.once('response', (answer: IncomingMessage) => {
      text(answer).then(
        (said) => resolve(said === '{"data":{"__typename":"Query"}}' ? 'answered' : `${answer.statusCode} ${said}`),
        (error: Error) => resolve(`half an answer: ${error.message}`),
      );
    });
    sent.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ECONNREFUSED') resolve('refused');
      else resolve(`${error.code}${sent.reusedSocket ? ' on a connection in use' : ' on a new connection'}`);
    });
    sent.end('{"query":"{ __typename }"}');
  });
}
