/** Each kind of text with an unwanted word, and texts that may have them. Each word has an example in voice.mjs. */
export const VOICE_VIOLATIONS = {
  files: [
    {
      path: 'apps/server/src/db/client.ts',
      text: [
        '/** What it reads. */',
        '/** Reads: for nobody. @param {string} path what to read */',
        "// It's sent",
        '// meanwhile.',
        '/** Reads `nobody` and "Nobody yet". What for? @returns what it reads */',
        "const url = 'http://a.test' + 'nobody may read';",
        'const digits = /[\'"]/; // anew',
        'const name = `nobody`; // voice-allowed: a name of the protocol: nobody',
      ].join('\n'),
    },
    {
      path: `apps/server/src/db/client.test.ts`,
      text: "it.each([])('who waits', () => expect('one that nobody has'));\n",
    },
    {
      path: `apps/server/src/db/foundation.sql`,
      text: "-- Nobody reads it.\nCOMMENT ON TABLE a IS 'Rows that stand in it.';\n",
    },
    { path: `apps/console/src/lib/card.css`, text: '/* Somebody. */\n' },
    { path: `apps/console/src/lib/card.tsx`, text: "const text = 'nobody may read';\n" },
    {
      path: 'apps/console/src/messages/en-US/account.json',
      text: '{\n  "a.nobody": "For {nobody, number} or \\"nobody\\".",\n  "a.who": "Who reads",\n  "a.why": "Read. Who reads?"\n}\n',
    },
    { path: 'apps/console/src/messages/de-DE/account.json', text: '{ "a.b": "Who reads" }\n' },
    { path: 'docs/guide.md', text: '# Who reads\n\n| a | what goes\nout |\n\n```sh\n# nobody\n```\n\nWho reads it?\n' },
  ],
  expected: [
    'client.ts:1: "What"',
    'client.ts:2: "nobody"',
    'client.ts:2: "what"',
    'client.ts:4: "meanwhile"',
    'client.ts:5: "what"',
    'client.ts:6: "nobody"',
    'client.ts:7: "anew"',
    'client.test.ts:1: "who"',
    'foundation.sql:1: "Nobody"',
    'foundation.sql:2: "stand"',
    'card.css:1: "Somebody"',
    'account.json:2: "nobody"',
    'account.json:3: "Who"',
    'guide.md:1: "Who"',
    'guide.md:3: "what"',
    'guide.md:3: "goes out"',
  ],
};
