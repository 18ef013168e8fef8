// @vitest-environment happy-dom
import {
  AppError,
  CAMPAIGN_MACHINE,
  GIVEAWAY_MACHINE,
  giveawayFields,
  NOTIFICATION_MACHINE,
} from '@backcounter/domain';
import { describe, expect, test } from 'vitest';
import { cleanUp, until } from '../testing/console.ts';
import { type Answers, actionsFor, pageOf } from '../testing/fake-api.ts';
import { screen, showAs, within } from '../testing/show-as.ts';

cleanUp();

const ID = '0198c0de-0000-7000-8000-000000000001';
const CUP = '/files/prizes/0198c0de-0000-7000-8000-0000000000aa.png';
const prize = (rank: number, title: string, imageUrl: string | null) => ({
  ...{ id: `p${rank}`, rank, title, titleI18n: { 'en-US': title }, quantity: 1, kind: 'PHYSICAL', imageUrl },
});
const giveaway = (fields: object = {}) => ({
  ...{ id: ID, code: 'COFFEE', title: 'A year of coffee', version: 3, state: 'DRAFT', status: 'DRAFT' },
  titleI18n: { 'en-US': 'A year of coffee' },
  descriptionI18n: { 'en-US': 'Beans.' },
  rulesI18n: { 'en-US': 'No purchase necessary.' },
  ...{ countryCodes: ['DE'], minAge: 18, maxTicketsPerAccount: 1, alternates: 3, claimDays: 14 },
  opensAt: '2031-01-01T00:00:00.000Z',
  closesAt: '2031-02-01T00:00:00.000Z',
  drawAt: '2031-02-02T00:00:00.000Z',
  prizes: [prize(1, 'Coffee', CUP), prize(2, 'Mug', null)],
  openFields: Object.keys(giveawayFields.shape),
  actions: actionsFor(GIVEAWAY_MACHINE, { state: 'DRAFT' }, ['ADMIN']),
  ...fields,
});
const srcOf = (element: HTMLElement) => element.querySelector('img')?.getAttribute('src') ?? null;

describe('the picture of a prize', () => {
  const form = (answers: Answers = {}) =>
    showAs(['ADMIN'], `/giveaways/${ID}/transactions?edit=&step=prizes`, { giveaway: giveaway(), ...answers });
  const pictures = () => screen.findAllByRole('group', { name: 'Picture' });

  test('is in the form of its prize, and saved with it', async () => {
    const { api, user } = await form({ updateGiveaway: () => ({ giveaway: { id: ID, version: 4 } }) });
    const [first, second] = await pictures();
    expect([srcOf(first as HTMLElement), srcOf(second as HTMLElement)]).toEqual([CUP, null]);
    // A prize that is moved takes its picture along.
    await user.click(screen.getByRole('button', { name: 'Move prize 1 down' }));
    await until(async () => expect((await pictures()).map(srcOf)).toEqual([null, CUP]));
    await user.click(screen.getByRole('button', { name: 'Remove picture' }));
    await until(async () => expect((await pictures()).map(srcOf)).toEqual([null, null]));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await until(() => expect(api.sentAs('UpdateGiveaway')).toHaveLength(1));
    expect(api.sentAs('UpdateGiveaway')[0]?.variables['input']).toMatchObject({
      patch: {
        prizes: [
          { rank: 1, titleI18n: { 'en-US': 'Mug' }, imageUrl: null },
          { rank: 2, titleI18n: { 'en-US': 'Coffee' }, imageUrl: null },
        ],
      },
    });
  });

  test('says at its prize that it is gone', async () => {
    const { user } = await form({
      updateGiveaway: () => {
        throw new AppError('field.invalid', {
          details: { fields: { 'prizes.1.imageUrl': [{ rule: 'picture-gone' }] } },
        });
      },
    });
    await pictures();
    await user.click(screen.getByRole('button', { name: 'Move prize 1 down' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    const [, second] = await pictures();
    await within(second as HTMLElement).findByText('This picture no longer exists. Upload it again.');
  });

  test('is in the review, as customers see it and among the prizes', async () => {
    await showAs(['ADMIN'], `/giveaways/${ID}/transactions?edit=&step=review`, { giveaway: giveaway() });
    const english = await screen.findByText('English', { selector: 'figcaption' });
    expect(srcOf(english.closest('figure') as HTMLElement)).toBe(CUP);
    const [first] = within(screen.getByRole('form'))
      .getAllByRole('listitem')
      .filter((item) => srcOf(item) !== null);
    expect(first?.textContent).toContain('Coffee');
  });

  test.each([
    ['the picture of the prize', CUP, '/files/giveaways/a.png', CUP],
    ['that of the giveaway for a prize without one', null, '/files/giveaways/a.png', '/files/giveaways/a.png'],
    ['an icon if there is neither', null, null, null],
  ])('is on the card of its winner: %s', async (_case, own, whole, shown) => {
    await showAs(['ADMIN'], `/giveaways/${ID}/transactions?tab=winners`, {
      giveaway: giveaway({
        ...{ state: 'ANNOUNCED', status: 'ANNOUNCED', drawnAt: '2031-02-02T00:00:00.000Z', imageUrl: whole },
        prizes: [prize(1, 'Coffee', own)],
      }),
      giveawayWinners: pageOf([
        {
          ...{ id: `${ID}:1`, position: 1, kind: 'WINNER', state: 'CLAIMED', prize: prize(1, 'Coffee', null) },
          account: { id: 'a1', publicNo: 100234, name: 'Ruth Damm' },
          review: { isEligible: true },
        },
      ]),
    });
    const link = await screen.findByRole('link', { name: 'Coffee' });
    expect(srcOf(link.closest('li') as HTMLElement)).toBe(shown);
  });
});

describe('a copy', () => {
  const HIDDEN = 'For members of a segment you can’t see';
  const record = (
    segment: object | null,
    machine: typeof CAMPAIGN_MACHINE | typeof NOTIFICATION_MACHINE,
    role: 'CAMPAIGN-MANAGER' | 'MARKETING',
  ) => ({
    ...{ id: ID, name: 'Summer', title: 'Summer', code: 'SUMMER', state: 'DRAFT', status: 'DRAFT', segment },
    topic: { id: 't1', name: 'Offers' },
    actions: actionsFor(machine as never, { state: 'DRAFT' as never }, [role]),
  });
  const cases = [
    ['campaign', 'CAMPAIGN-MANAGER', `/campaigns/${ID}`, CAMPAIGN_MACHINE],
    ['notification', 'MARKETING', `/notifications/${ID}`, NOTIFICATION_MACHINE],
  ] as const;

  test.each(cases)('of a %s says that it keeps a segment which is hidden', async (kind, role, path, machine) => {
    const { user } = await showAs([role], path, { [kind]: record({ id: 's1', name: null }, machine, role) });
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Duplicate/ }));
    await within(await screen.findByRole('dialog')).findByText(HIDDEN);
  });

  test.each(cases)('of a %s says nothing of a segment in plain sight', async (kind, role, path, machine) => {
    const { user } = await showAs([role], path, { [kind]: record({ id: 's1', name: 'Regulars' }, machine, role) });
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Duplicate/ }));
    expect(within(await screen.findByRole('dialog')).queryByText(HIDDEN)).toBeNull();
  });
});
