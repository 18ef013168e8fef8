import { useMessages } from '@backcounter/i18n/react';
import { RecordDrawer } from '../../../records/record-drawer.tsx';
import { CheckTab } from './check-tab.tsx';

/** `/campaigns?check`: checks a code of any campaign. */
export function CheckDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useMessages();
  return (
    <RecordDrawer title={t('coupon.check.title')} onClose={onClose}>
      <CheckTab campaign={null} />
    </RecordDrawer>
  );
}
