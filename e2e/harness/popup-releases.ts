const change = (type: string, title: string, description: string) => ({ id: title, type, title, description });

/** Two releases as a provider publishes them; types are mixed on purpose. */
export const RELEASES = [
  {
    id: 'r2',
    version: '6.14.0',
    date: '2026-11-20T12:00:00Z',
    changeLists: [
      {
        id: 'accounts',
        title: 'Accounts and stores',
        changes: [
          change('IMPROVEMENT', 'phone numbers are found as typed', 'Spaces, dashes and a leading 00 are understood.'),
          change(
            'FEATURE',
            'proof on every store balance',
            'Each store now shows how many entries its balance rests on and whether the chain is intact. Press Verify to check.',
          ),
          change('BUG', 'saved views keep their sort', 'A colleague’s link no longer replaces your own sort order.'),
          change('FEATURE', 'select everything that matches', 'Bulk actions run on all matching accounts.'),
        ],
      },
      {
        id: 'campaigns',
        title: 'Campaigns',
        changes: [change('FEATURE', 'check a code', 'Paste a code and see every rule it passes or fails.')],
      },
    ],
  },
  {
    id: 'r1',
    version: '6.13.2',
    date: '2026-11-09',
    changeLists: [
      {
        id: 'notifications',
        title: 'Notifications',
        changes: [
          change('BUG', 'cancel really cancels', 'A notification cancelled while sending stops within one batch.'),
          change('IMPROVEMENT', 'local time, shown twice', 'Every scheduled time shows its own zone and yours.'),
        ],
      },
    ],
  },
] as const;

/** One release with one change, for a test with its own text. */
export const releaseWith = (more: Readonly<Record<string, unknown>>, version = '1.0.0') => [
  {
    id: 'own',
    version,
    date: '2026-11-20T12:00:00Z',
    changeLists: [{ id: 'l', title: 'List', changes: [{ ...change('BUG', 'title', 'description'), ...more }] }],
  },
];
