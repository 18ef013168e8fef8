import { signIn } from '../../bench/sign-in.ts';
import { emailOf, PEOPLE, type Person } from './people.ts';

/**
 * Marks the releases as read for demo people, so that their popup does not open over what a test looks at. One person after the other: passwords
 * that are checked at once take a slow machine longer than a request may.
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
