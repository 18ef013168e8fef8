import { RELEASE_NOTES_TEXTS } from '@backcounter/release-notes';
import { expect, it } from 'vitest';
import releaseNotes from '../../messages/en-US/release-notes.json' with { type: 'json' };

it('the console has every text of the popup, verbatim, and no other [spec 2.40]', () => {
  expect(releaseNotes).toEqual(RELEASE_NOTES_TEXTS);
});
