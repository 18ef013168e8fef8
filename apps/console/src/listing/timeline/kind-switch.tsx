import { useMessages } from '@backcounter/i18n/react';
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useIsPhone } from '../../lib/page/use-phone.ts';
import { isKindShown } from '../address/list-url.ts';
import { useListUrl } from '../address/use-list-url.ts';
import type { ListDefinition } from '../list-definition.ts';

/** Table or the list's other kind of view, in the URL; filters and view stay. Phones have no timeline. */
export function KindSwitch<Row>({ definition }: { readonly definition: ListDefinition<Row> }) {
  const { state, go } = useListUrl(definition);
  const isPhone = useIsPhone();
  const { t } = useMessages();
  const kind = definition.kinds?.[0];
  if (kind === undefined || !isKindShown(kind, isPhone)) return null;
  return (
    <SegmentedControl
      size="xs"
      data-list-kinds
      aria-label={t('listing.timeline.kind')}
      value={state.kind ?? 'table'}
      onChange={(value) => go({ ...state, kind: value === kind ? kind : null })}
      data={[
        { value: 'table', label: t('listing.timeline.table') },
        { value: kind, label: t(`listing.timeline.${kind}`) },
      ]}
    />
  );
}
