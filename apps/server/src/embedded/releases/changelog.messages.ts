/** Texts of the public changelog in en-US, by message key. */
export const MESSAGES = {
  'changelog.title': "What's new in Backcounter",
  'changelog.author': 'Backcounter',
  'changelog.feed': 'Follow in a feed reader',
  'changelog.hint': 'Every published release, the newest first',
  'changelog.versions': 'Releases on this page',
  'changelog.empty': 'Nothing has been published yet.',
  'changelog.BUG': 'Bug',
  'changelog.FEATURE': 'Feature',
  'changelog.IMPROVEMENT': 'Improvement',
  'changelog.older': 'Older releases',
  'changelog.newest': 'Newest releases',
  'changelog.dates': 'Dates are in Coordinated Universal Time (UTC).',
  'changelog.open': 'Open Backcounter',
  'changelog.missing.title': 'There is no such changelog',
  'changelog.missing.hint': 'The address may be misspelled, or the application may have another name here.',
} as const;
