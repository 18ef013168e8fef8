import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconClipboardList } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { toasts } from '../../lib/page/toasts.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { fileEntries } from '../../listing/pasted/paste-file.ts';
import { pasteList } from '../../listing/pasted/paste-list.ts';
import { pastedEntries } from '../../listing/pasted/pasted-text.ts';
import { type PaletteEntry, PLAIN } from './palette-entry.ts';

/** Lists that take pasted keys, by the permission to open them; `{within}` is the record that they belong to. */
const TARGETS = [
  { list: 'ACCOUNTS', permission: 'account.read', titleKey: 'shell.page.accounts', path: '/accounts?' },
  { list: 'STORES', permission: 'store.read', titleKey: 'shell.page.stores', path: '/stores?' },
  {
    list: 'COUPONS',
    permission: 'area.campaign-coupons',
    titleKey: 'coupon.list.title',
    path: '/campaigns/{within}?tab=coupons&',
  },
] as const;
type PasteTarget = (typeof TARGETS)[number];

/** Finds the entries of a pasted list or a file in the lists that this person may open. */
export function usePalettePaste(onFound: (href: string) => void) {
  const { t, locale } = useMessages();
  const [entries, setEntries] = useState<readonly string[] | null>(null);
  const isBusy = useRef(false);
  const find = async (given: readonly string[], { list, titleKey, path }: PasteTarget) => {
    if (isBusy.current) return;
    isBusy.current = true;
    const kept = await pasteList({ list, within: null, entries: given }, t);
    isBusy.current = false;
    if (kept && (kept.within !== null || !path.includes('{within}')))
      onFound(`${path.replace('{within}', kept.within ?? '')}pasted=${kept.id}`);
    else if (kept) toasts.show({ type: 'info', message: t('palette.pasted.none', { page: t(titleKey) }) });
  };
  const targets = TARGETS.filter(({ permission }) => may(currentRoles(), permission));
  const entryOf = (given: readonly string[], target: PasteTarget): PaletteEntry => ({
    ...PLAIN,
    id: `paste-${target.list}`,
    title: t('palette.pasted.find', { count: given.length, page: t(target.titleKey) }),
    icon: IconClipboardList,
    deed: { kind: 'stay', run: () => void find(given, target) },
  });
  return {
    /** Instead of the other ones; null without a list. */
    section: entries && {
      key: 'pasted',
      title: t('listing.filter.pasted'),
      note: '',
      isStale: false,
      lines: targets.map((target) => ({ entry: entryOf(entries, target), ranges: [] })),
    },
    takeFile: targets.length > 0 ? async (file: File) => setEntries(await fileEntries(file, { t, locale })) : null,
    clear: () => setEntries(null),
    /** Takes a pasted list; false for a text that is a search. */
    take: (text: string): boolean => {
      const given = targets.length === 0 ? null : pastedEntries(text);
      setEntries(given);
      return given !== null;
    },
  };
}
