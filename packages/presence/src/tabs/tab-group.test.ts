import { expect, test, vi } from 'vitest';
import { TabGroup } from './tab-group.ts';

test('the keys of a tab that is closed end at once, not with their lease', async () => {
  const wanted: (readonly string[])[] = [];
  const ignored = () => undefined;
  const listener = { onValue: ignored, onLink: ignored, onSessionEnded: ignored, onSignedOut: ignored };
  const link = {
    want: (keys: readonly string[]) => void wanted.push(keys),
    renew: ignored,
    hurry: ignored,
    close: ignored,
  };
  const [leader, other] = [1, 2].map(() => new TabGroup('a group of tabs', () => link, listener)) as [
    TabGroup,
    TabGroup,
  ];
  leader.want(['one']);
  await vi.waitFor(() => expect(wanted.at(-1)).toEqual(['one']));
  other.want(['two']);
  await vi.waitFor(() => expect(wanted.at(-1)).toEqual(['one', 'two']));
  other.leave();
  await vi.waitFor(() => expect(wanted.at(-1)).toEqual(['one']));
  leader.leave();
});
