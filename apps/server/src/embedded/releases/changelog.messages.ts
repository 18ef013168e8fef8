/** English texts of the public changelog, by message key. */
export const MESSAGES = {
  // voice-allowed: a title
  'changelog.title': "What's new in Backcounter",
  'changelog.author': 'Backcounter',
  'changelog.feed': 'Follow in a feed reader',
  'changelog.hint': 'Every published release, newest first',
  'changelog.versions': 'Releases on this page',
  'changelog.empty': 'No releases yet.',
  'changelog.BUG': 'Bug',
  'changelog.FEATURE': 'Feature',
  'changelog.IMPROVEMENT': 'Improvement',
  'changelog.older': 'Older releases',
  'changelog.newest': 'Newest releases',
  'changelog.dates': 'Dates are in Coordinated Universal Time (UTC).',
  'changelog.open': 'Open Backcounter',
  'changelog.missing.title': 'Changelog not found',
  'changelog.missing.hint': 'Check the address, or the name of the application in it.',
} as const;
