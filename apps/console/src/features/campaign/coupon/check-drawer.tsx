import { couponCodeKey, LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, FileButton } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ClipboardEvent, useState } from 'react';
import { part } from '../../../lib/page/part.ts';
import { toasts } from '../../../lib/page/toasts.ts';
import { fileEntries } from '../../../listing/pasted/paste-file.ts';
import { pasteList } from '../../../listing/pasted/paste-list.ts';
import { pastedEntries } from '../../../listing/pasted/pasted-text.ts';
import { RecordDrawer } from '../../../records/record-drawer.tsx';
import styles from './check-tab.module.css';
import { CheckTab } from './check-tab.tsx';

const LeakedCodes = part(() => import('./leaked-codes.tsx'), 'LeakedCodes');
const { pastedEntriesMax, pastedFileEntriesMax: max } = LIMITS;

interface CheckDrawerProps {
  readonly pasted: string;
  readonly onClose: () => void;
}

/** `/campaigns?check`: checks a code of any campaign, or a list that is pasted into a field or in a file. */
export function CheckDrawer({ pasted, onClose }: CheckDrawerProps) {
  const { t, locale } = useMessages();
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const find = async (given: readonly string[] | File | null) => {
    if (given === null || isBusy) return;
    setBusy(true);
    const entries = given instanceof File ? await fileEntries(given, { t, locale }) : given;
    const ids = await selectionsOf([...new Set(entries?.map((entry) => couponCodeKey(entry) ?? entry))]);
    setBusy(false);
    if (ids.length > 0) void router.navigate({ href: `/campaigns?check=${ids.join('.')}` });
  };
  /** In parts, as a request has at most 1 MB; none after a failure, which a toast shows. */
  const selectionsOf = async (entries: readonly string[]): Promise<readonly string[]> => {
    if (entries.length > max) toasts.show({ type: 'warning', message: t('listing.pasted.too-many', { max }) });
    const ids: string[] = [];
    for (let at = 0; at < entries.length && entries.length <= max; at += pastedEntriesMax) {
      const some = entries.slice(at, at + pastedEntriesMax);
      const kept = await pasteList({ list: 'COUPONS', within: null, isAnywhere: true, entries: some }, t);
      if (kept === null) return [];
      ids.push(kept.id);
    }
    return ids;
  };
  const onPaste = (event: ClipboardEvent) => {
    const entries = pastedEntries(event.clipboardData.getData('text'));
    if (entries !== null) event.preventDefault();
    void find(entries);
  };
  return (
    <RecordDrawer title={t('coupon.check.title')} about={t('coupon.leaked.hint', { max })} onClose={onClose}>
      <div onPaste={onPaste}>
        <FileButton accept=".csv,.tsv,.txt,.xlsx" onChange={(file) => void find(file)}>
          {(props) => (
            <div className={styles['root']}>
              <Button {...props} loading={isBusy}>
                {t('palette.pasted.file')}
              </Button>
            </div>
          )}
        </FileButton>
        {pasted === '' ? <CheckTab campaign={null} /> : <LeakedCodes ids={pasted.split('.')} />}
      </div>
    </RecordDrawer>
  );
}
