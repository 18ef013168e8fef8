// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import '../../features/campaign/coupon/check-drawer.tsx';
import '../../features/campaign/coupon/leaked-codes.tsx';
import { cleanUp, until } from '../testing/console.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '01900000-0000-7000-8000-00000000abcd';

test('codes pasted into the check are found in parts, shown with their use, and disabled in one job', async () => {
  const codes = Array.from({ length: 10_001 }, (_, n) => `LEAKED${n + 10_000}`);
  const { api, user, shown } = await showAs(['ADMIN'], '/campaigns?check', {
    pasteSelection: { pastedSelection: { id: ID }, recordIds: ['a', null] },
    couponUse: [
      { by: 'STATUS', id: 'ACTIVE', name: null, count: 3 },
      { by: 'CAMPAIGN', id: ID, name: 'Summer', count: 3 },
      { by: 'ACCOUNT', id: ID, name: '102117', count: 4 },
      { by: 'REISSUABLE', id: null, name: null, count: 2 },
      { by: 'REISSUED', id: null, name: null, count: 1 },
    ],
    previewCouponBulk: {
      upTo: '2026-11-21T18:30:00Z',
      kind: 'EXACT',
      total: 3,
      groups: [{ outcome: 'DONE', count: 3, samples: [] }],
    },
    startCouponBulk: { job: { id: 'job-1' } },
  } as never);
  await user.click(await screen.findByLabelText('Code'));
  await user.paste([...codes, codes[0]?.toLowerCase()].join('\n'));
  await until(() => expect(shown()).toBe(`/campaigns?check=${ID}.${ID}`));
  const sent = api.sentAs('PasteSelection').map(({ variables }) => variables['input'] as { entries: object[] });
  expect(sent.map(({ entries }) => entries.length)).toEqual([10_000, 1]);
  expect(sent[1]).toMatchObject({ list: 'COUPONS', isAnywhere: true });
  const link = await screen.findByRole('link', { name: 'Summer' });
  expect(link.getAttribute('href')).toBe(`/campaigns/${ID}?tab=coupons&pasted=${ID},${ID}`);
  await screen.findByText('Uses: 4');
  const notify = screen.getByRole('link', { name: 'Notify 1 holder' });
  expect(notify.getAttribute('href')).toBe(`/accounts/segments?new=${encodeURIComponent(`holds=${ID}`)}`);
  await user.click(screen.getByRole('button', { name: 'Disable' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable 3 codes?' }));
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Reissue to 2 holders' }).checked).toBe(true);
  await user.type(dialog.getByLabelText('Reason'), 'Leaked');
  await user.click(dialog.getByRole('button', { name: 'Disable' }));
  await until(() => expect(api.sentAs('StartCouponBulk')).toHaveLength(1));
  expect(api.sentAs('StartCouponBulk')[0]?.variables).toMatchObject({
    input: { reissue: true, selection: { filter: { pasted: { in: [ID, ID] } }, upTo: '2026-11-21T18:30:00Z' } },
  });
});
