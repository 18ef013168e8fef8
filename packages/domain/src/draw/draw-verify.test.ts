import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUNDLE_FORMAT, BUNDLE_VERSION, type BundleContent, bundleText } from './draw-bundle.ts';
import { fromHex, toHex } from './draw-bytes.ts';
import { type CanonicalValue, canonicalHash, canonicalJson } from './draw-canonical.ts';
import { leafChunks, rootOfChunks } from './draw-chunks.ts';
import { pseudonymOf } from './draw-entry.ts';
import { drawKey, seedCommitment } from './draw-key.ts';
import { type DrawRules, drawnPrizes, rulesHash } from './draw-rules.ts';
import { DRAW_CHECKS, type DrawCheckName, verifyBundle } from './draw-verify.ts';
import { drawWinners } from './draw-winners.ts';

const GIVEAWAY = '0192f000-0000-7000-8000-000000000001';
const SEED = new Uint8Array(32).fill(9);
const RULES: DrawRules = {
  giveawayId: GIVEAWAY,
  code: 'AUTUMN',
  algorithm: 'gw-draw-v1',
  drawMode: 'COMMIT_REVEAL',
  rulesI18n: { 'en-US': 'Rules “one”\nper account', 'de-DE': 'Regeln' },
  sponsorStoreId: '0192f000-0000-7000-8000-0000000000aa',
  countryCodes: ['DE', 'PT'],
  minAge: 18,
  opensAt: '2026-11-01T08:00:00.000Z',
  closesAt: '2026-11-20T20:00:00.000Z',
  drawAt: '2026-11-20T20:10:00.000Z',
  timezone: 'Europe/Lisbon',
  maxTicketsPerAccount: 5,
  maxEntries: 100,
  entryCostPoints: 3,
  alternates: 2,
  claimDays: 14,
  prizes: [
    prize({ rank: 1, kind: 'PHYSICAL', valueMinor: 50_000, currency: 'EUR' }),
    prize({ rank: 2, quantity: 2, kind: 'POINTS', points: 500 }),
    prize({ rank: 3, kind: 'COUPON', campaignId: '0192f000-0000-7000-8000-0000000000cc' }),
  ],
};

function prize(own: Partial<DrawRules['prizes'][number]>): DrawRules['prizes'][number] {
  const none = { points: null, campaignId: null, valueMinor: null, currency: null };
  return { rank: 1, titleI18n: { 'en-US': 'Prize' }, quantity: 1, kind: 'POINTS', ...none, ...own };
}

/** A draw as the product makes it; `changed` alters the rules or the times beforehand. */
function contentOf(rules: DrawRules = RULES, entryCount = 12): BundleContent {
  const entries = Array.from({ length: entryCount }, (_, index) => ({
    id: `0192f000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    pseudonym: pseudonymOf(new Uint8Array(32), `0192f000-0000-7000-9000-0000000001${String(index).padStart(2, '0')}`),
    tickets: 1 + (index % 5),
  }));
  const chunks = leafChunks(entries);
  const root = rootOfChunks(chunks);
  const key = drawKey(rules.giveawayId, root, SEED);
  const prizes = drawnPrizes(rules);
  const drawn = drawWinners(
    entries.map(({ tickets }) => tickets),
    key,
    prizes.length,
  );
  return {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    rules,
    commitment: {
      publishedAt: '2026-10-30T09:00:04.123Z',
      rulesHash: toHex(rulesHash(rules)),
      seedCommitment: toHex(seedCommitment(rules.giveawayId, SEED)),
    },
    freeze: {
      frozenAt: '2026-11-20T20:00:00.500Z',
      root: toHex(root),
      entries: entries.length,
      tickets: entries.reduce((sum, { tickets }) => sum + tickets, 0),
    },
    draw: { drawnAt: '2026-11-20T20:10:00.200Z', seed: toHex(SEED), key: toHex(key) },
    entries: entries.map(({ id, pseudonym, tickets }) => [id, toHex(pseudonym), tickets]),
    winners: drawn.map(({ index, remaining, ticket }, place) => ({
      position: place + 1,
      kind: prizes[place] == null ? 'ALTERNATE' : 'WINNER',
      prizeRank: prizes[place] ?? null,
      entryId: entries[index]?.id ?? '',
      remainingTickets: remaining,
      ticket,
    })),
  };
}

const sealed = (content: BundleContent) => ({ content, digest: toHex(canonicalHash(content)) });
const failed = (file: unknown, published?: Parameters<typeof verifyBundle>[1]): readonly DrawCheckName[] =>
  verifyBundle(file, published)
    .checks.filter(({ isPassed }) => !isPassed)
    .map(({ name }) => name);

type Path = readonly (string | number)[];

/** Every value of a JSON tree that is neither an object nor a list, with its path. */
function leavesOf(value: unknown, path: Path = []): { readonly path: Path; readonly value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, item]) =>
    leavesOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The tree with another value at a path. */
function changedAt(tree: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(tree) as Record<string | number, unknown>;
  let node = copy;
  for (const step of path.slice(0, -1)) node = node[step] as Record<string | number, unknown>;
  node[path.at(-1) ?? ''] = value;
  return copy;
}

/** Other values of the same kind, as a forger might try. */
function forgeries(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1, 0];
  if (value === null) return [1, 'x'];
  const text = String(value);
  const last = text.at(-1) === '1' ? '2' : '1';
  // The last significant digit: that of an instant is before its zone.
  if (/T.*Z$/.test(text))
    return [text.replace(/\dZ$/, (end) => (end === '1Z' ? '2Z' : '1Z')), text.replace('2026', '2027')];
  return [text.slice(0, -1) + last, '', text.toUpperCase() === text ? `${text} ` : text.toUpperCase()];
}

describe('a proof of a draw', () => {
  it('passes every check unchanged, alone and compared with the published values', () => {
    const file = sealed(contentOf());
    const { isVerified, checks, entries, positions } = verifyBundle(JSON.parse(canonicalJson(file)));
    expect({ isVerified, entries, positions }).toEqual({ isVerified: true, entries: 12, positions: 6 });
    expect(checks.map(({ name }) => name)).toEqual(DRAW_CHECKS.filter((name) => name !== 'published'));
    const { rules, commitment, freeze, draw } = file.content;
    const published = {
      giveawayId: rules.giveawayId,
      ...commitment,
      root: freeze.root,
      frozenAt: freeze.frozenAt,
      seed: draw.seed,
      drawnAt: draw.drawnAt,
    };
    expect(verifyBundle(file, { published }).checks.map(({ name }) => name)).toEqual([...DRAW_CHECKS]);
    expect(failed(file, { published })).toEqual([]);
    for (const key of Object.keys(published))
      expect(failed(file, { published: { ...published, [key]: 'another' } })).toEqual(['published']);
  });

  it('fails when any value is replaced, wherever it is [draw 4]', () => {
    const file = sealed(contentOf());
    const places = leavesOf(file);
    expect(places.length).toBeGreaterThan(120);
    for (const { path, value } of places)
      for (const forged of forgeries(value)) {
        if (forged === value) continue;
        expect(failed(changedAt(file, path, forged)), `${path.join('.')}: ${String(forged)}`).not.toEqual([]);
      }
  });

  it('fails when any value is removed or added [draw 4]', () => {
    const file = sealed(contentOf());
    for (const { path } of leavesOf(file)) {
      const without = changedAt(file, path, undefined);
      expect(failed(JSON.parse(JSON.stringify(without))), path.join('.')).not.toEqual([]);
    }
    expect(failed({ ...file, more: 1 })).toEqual(['format']);
    expect(failed({ ...file, content: { ...file.content, more: 1 } })).toEqual(['format']);
  });

  it('fails when a forger recomputes the digest, except for an instant that keeps the order of times [draw 4]', () => {
    const { content } = sealed(contentOf());
    const passing = new Set<string>();
    for (const { path, value } of leavesOf(content))
      for (const forged of forgeries(value)) {
        if (forged === value) continue;
        const changed = changedAt(content, path, forged) as BundleContent;
        const digest = toHex(canonicalHash(changed as unknown as CanonicalValue));
        if (failed({ content: changed, digest }).length === 0) passing.add(path.join('.'));
      }
    // Only values published elsewhere can detect these.
    expect([...passing].sort()).toEqual(['commitment.publishedAt', 'draw.drawnAt', 'freeze.frozenAt']);
  });

  it('fails with the check that says why', () => {
    const honest = contentOf();
    const forged = (change: Partial<BundleContent>) => failed(sealed({ ...honest, ...change }));
    expect(forged({ draw: { ...honest.draw, seed: '0'.repeat(64) } })).toEqual(['commitment', 'key', 'winners']);
    expect(forged({ rules: { ...RULES, claimDays: 1 } })).toEqual(['rules']);
    expect(forged({ entries: honest.entries.toReversed() })).toEqual(['entries', 'root', 'winners']);
    expect(forged({ entries: honest.entries.slice(1) })).toEqual(['entries', 'root', 'winners']);
    expect(forged({ freeze: { ...honest.freeze, entries: 13 } })).toEqual(['entries']);
    expect(forged({ winners: honest.winners.slice(0, -1) })).toEqual(['winners']);
    expect(forged({ winners: honest.winners.toReversed() })).toEqual(['winners']);
    const at = (publishedAt: string, frozenAt: string, drawnAt: string) =>
      forged({
        commitment: { ...honest.commitment, publishedAt },
        freeze: { ...honest.freeze, frozenAt },
        draw: { ...honest.draw, drawnAt },
      });
    const [published, frozen, drawn] = [
      '2026-10-30T09:00:04.123Z',
      '2026-11-20T20:00:00.500Z',
      '2026-11-20T20:10:00.200Z',
    ];
    expect(at('2026-11-01T08:00:00.001Z', frozen, drawn)).toEqual(['published-first']);
    expect(at(published, '2026-11-20T19:59:59.999Z', drawn)).toEqual(['frozen-after-closing']);
    expect(at(published, '2026-11-20T20:09:00.201Z', drawn)).toEqual(['root-before-seed']);
    expect(at(published, frozen, '2026-11-20T20:09:59.999Z')).toEqual(['root-before-seed']);
  });

  it('fails for a duplicate account and for more tickets than the rules allow, even if all hashes match', () => {
    const content = contentOf();
    const twice = content.entries.map(([id, pseudonym, tickets], index): (typeof content.entries)[number] => [
      id,
      index === 3 ? (content.entries[2]?.[1] ?? '') : pseudonym,
      tickets,
    ]);
    expect(failed(sealed({ ...content, entries: twice }))).toContain('entries');
    expect(failed(sealed(contentOf({ ...RULES, maxTicketsPerAccount: 4 })))).toEqual(['entries']);
  });

  it('has fewer winners than prizes where there are fewer entries', () => {
    const content = contentOf(RULES, 2);
    expect(content.winners).toHaveLength(2);
    expect(failed(sealed(content))).toEqual([]);
  });

  it('never throws, whatever the file contains', () => {
    const broken: unknown[] = [null, 1, 'x', [], {}, { content: null, digest: '' }, { content: { entries: [] } }];
    for (const file of broken) expect(failed(file)).toEqual(['format']);
    const halved = contentOf();
    const withHalf = { ...halved, rules: { ...RULES, timezone: '\ud800' } };
    expect(failed({ content: withHalf, digest: sealed(halved).digest })).toEqual(['digest', 'rules']);
  });

  it('has figures that no tree or list can hold: fails, and never throws [draw 4]', () => {
    const content = contentOf();
    const huge = [2 ** 53 - 1, 2 ** 32, 2 ** 32 - 1, 2 ** 31];
    for (const figure of huge) {
      const entries = content.entries.map(([id, pseudonym]): BundleContent['entries'][number] => [
        id,
        pseudonym,
        figure,
      ]);
      const prizes = RULES.prizes.map((each) => ({ ...each, quantity: figure }));
      const rules = { ...RULES, prizes, alternates: figure, maxTicketsPerAccount: figure };
      for (const changed of [{ entries }, { rules }, { entries, rules }])
        expect(failed(sealed({ ...content, ...changed })), `${figure}`).not.toEqual([]);
    }
  });

  it('never throws, whatever value is anywhere in it [draw 4]', () => {
    const file = sealed(contentOf());
    const paths = leavesOf(file).map(({ path }) => path);
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(2 ** 53 - 1, -1, 0, 1e308, 2 ** 32, '', '\ud800', '__proto__', 'x'.repeat(100), null, [], {}),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), odd), { minLength: 1, maxLength: 3 }), (changes) => {
        let changed: unknown = file;
        for (const [path, value] of changes) changed = changedAt(changed, path, value);
        expect(verifyBundle(changed).checks.length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is written piece by piece as the canonical text of the whole, the same each time', async () => {
    for (const entryCount of [0, 1, 12]) {
      const { entries, ...rest } = contentOf(RULES, entryCount);
      async function* each() {
        yield* entries;
      }
      const pieces: string[] = [];
      for await (const piece of bundleText({ ...rest, entries: each() })) pieces.push(piece);
      expect(pieces.join('')).toBe(canonicalJson(sealed({ ...rest, entries })));
    }
  });

  it('reports how many leaves were computed', () => {
    const told: (readonly [number, number])[] = [];
    verifyBundle(sealed(contentOf()), { onProgress: (done, total) => told.push([done, total]) });
    expect(told).toEqual([[12, 12]]);
  });
});

describe('canonical JSON', () => {
  it('sorts keys by their UTF-16 code units and writes no whitespace', () => {
    const value = { '\ufb33': 1, '\u{1f600}': 2, b: [true, null, [], {}], a: '\u0007"\\é' };
    expect(canonicalJson(value)).toBe('{"a":"\\u0007\\"\\\\é","b":[true,null,[],{}],"\u{1f600}":2,"\ufb33":1}');
  });

  it('rejects values that other languages write differently', () => {
    for (const value of [0.5, Number.NaN, 2 ** 53, '\ud800']) expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('is hashed without holding the whole text, to the same hash', async () => {
    const value = Array.from({ length: 30_000 }, (_, index) => `é${index}`);
    const whole = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(value)));
    expect(toHex(canonicalHash(value))).toBe(toHex(new Uint8Array(whole)));
    expect(fromHex(toHex(canonicalHash(value)))).toEqual(new Uint8Array(whole));
  });
});
