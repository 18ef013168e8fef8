import { useMessages } from '@backcounter/i18n/react';
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useIsPhone } from '../../lib/page/use-phone.ts';
import { useListUrl } from '../address/use-list-url.ts';
import type { ListDefinition } from '../list-definition.ts';

/** Table or timeline, in the URL; filters and view stay. Phones have the table. */
export function KindSwitch<Row>({ definition }: { readonly definition: ListDefinition<Row> }) {
  const { state, go } = useListUrl(definition);
  const isPhone = useIsPhone();
  const { t } = useMessages();
  if (isPhone) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('listing.timeline.kind')}
      value={state.kind ?? 'table'}
      onChange={(value) => go({ ...state, kind: value === 'timeline' ? value : null })}
      data={[
        { value: 'table', label: t('listing.timeline.table') },
        { value: 'timeline', label: t('listing.timeline.timeline') },
      ]}
    />
  );
}
