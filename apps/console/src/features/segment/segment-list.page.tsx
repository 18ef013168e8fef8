import { may } from '@backcounter/domain';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SegmentRowFragment } from '../../generated/graphql.ts';
import { part } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import type { ListDefinition } from '../../listing/list-definition.ts';
import { ListPage } from '../../listing/list-page.tsx';
import type { EntityRow } from '../../records/entity-definition.ts';
import { listOf } from '../../records/entity-request.ts';
import { NewButton } from '../../records/new-button.tsx';
import type { NewEntityProps } from '../../records/new-entity.tsx';
import { usePanel } from '../../records/use-panel.ts';
import { ruleOfFilters } from './rule/given-filters.tsx';
import { segments } from './segment.entity.tsx';

const NewEntity = part(() => import('../../records/new-entity.tsx'), 'NewEntity') as unknown as <Row extends EntityRow>(
  props: NewEntityProps<Row>,
) => ReactNode;

const segmentHref = (id: string) => `/accounts/segments/${id}`;

const segmentList: ListDefinition<SegmentRowFragment> = {
  ...listOf(segments),
  rowHref: ({ id }) => segmentHref(id),
};

/** `/accounts/segments`. */
export function SegmentListPage() {
  const router = useRouter();
  const panel = usePanel();
  // Of a list of accounts.
  const given = panel.search['new'];
  const { creation } = segments;
  const mayCreate = creation !== undefined && may(currentRoles(), 'segment.edit');
  return (
    <>
      <ListPage definition={segmentList} action={mayCreate ? <NewButton label="segment.new.title" /> : null} />
      {panel.isNew && mayCreate ? (
        <NewEntity
          definition={segments}
          creation={given ? { ...creation, values: { rule: ruleOfFilters(given) } } : creation}
          onClose={panel.close}
          onCreated={(id) => void router.navigate({ href: segmentHref(id) })}
        />
      ) : null}
    </>
  );
}
