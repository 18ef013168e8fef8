import { signIn } from '../../bench/sign-in.ts';
import { emailOf, PEOPLE, type Person } from './people.ts';

/**
 * Marks the releases as read for demo people, so that their popup does not cover a test's page. One person at a time:
 * concurrent password checks on a slow machine exceed the request timeout.
 */
export async function markReleasesRead(url: string, people: readonly Person[] = PEOPLE): Promise<void> {
  for (const person of people) {
    const { accessToken } = await signIn(url, emailOf(person));
    const answer = await fetch(`${url}/identity/releases/visit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    if (answer.status !== 204) throw new Error(`The visit of ${person} was answered with ${answer.status}`);
  }
}
