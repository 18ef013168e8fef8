import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { lazyPart } from '../lib/page/part.ts';
import { ListPage } from '../listing/list-page.tsx';
import { countQuery } from '../listing/use-list-data.ts';
import type { EntityDefinition, EntityRow } from './entity-definition.ts';
import type { EntityDrawerProps } from './entity-drawer.tsx';
import type { EntityOrderPanelProps } from './entity-order.tsx';
import { listOf } from './entity-request.ts';
import { NewButton } from './new-button.tsx';
import type { NewEntityProps } from './new-entity.tsx';
import { usePanel } from './use-panel.ts';

const EntityDrawer = lazyPart(() => import('./entity-drawer.tsx'), 'EntityDrawer') as unknown as <
  Row extends EntityRow,
>(
  props: EntityDrawerProps<Row>,
) => ReactNode;
const NewEntity = lazyPart(() => import('./new-entity.tsx'), 'NewEntity') as unknown as <Row extends EntityRow>(
  props: NewEntityProps<Row>,
) => ReactNode;
const EntityOrderPanel = lazyPart(() => import('./entity-order.tsx'), 'EntityOrderPanel') as unknown as <
  Row extends EntityRow,
>(
  props: EntityOrderPanelProps<Row>,
) => ReactNode;

const FRESH_SHOWN_MS = 2000;
/** Fewer records than one page needs: no views, pages or selection. */
const SHORT_BELOW = 25;

/** The page of an entity: its list, and beside it the form of a record, a new record, or the order. */
export function EntityPage<Row extends EntityRow>({ definition }: { readonly definition: EntityDefinition<Row> }) {
  const { t } = useMessages();
  const panel = usePanel();
  const list = useMemo(() => listOf(definition), [definition]);
  const { creation, creator, order } = definition;
  const newKey = (creation ?? creator)?.titleKey;
  const [fresh, setFresh] = useState<string | null>(null);
  useEffect(() => {
    if (fresh === null) return;
    const timer = setTimeout(() => setFresh(null), FRESH_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [fresh]);
  useFocusOnRow(panel.edited);
  useFirstFilters(definition);
  const total =
    useQuery({ ...countQuery(list, { filters: {}, search: '' }), meta: { errorsShown: 'in-toast' } }).data?.value ?? 0;

  const action = (order || newKey) && (
    <>
      {order ? (
        <Button
          leftSection={<IconArrowsSort size={16} stroke={1.75} aria-hidden />}
          onClick={() => panel.open('arrange')}
        >
          {t('crud.order.open')}
        </Button>
      ) : null}
      {newKey ? <NewButton label={newKey} /> : null}
    </>
  );
  return (
    <>
      <ListPage definition={list} action={action} openRow={panel.edited ?? fresh} isShort={total < SHORT_BELOW} />
      <Suspense>
        {panel.edited === null ? null : (
          <EntityDrawer key={panel.edited} definition={definition} id={panel.edited} panel={panel} />
        )}
        {panel.isNew && creation ? (
          <NewEntity definition={definition} creation={creation} onClose={panel.close} onCreated={setFresh} />
        ) : null}
        {panel.isNew && creator ? <creator.Panel onClose={panel.close} onCreated={setFresh} /> : null}
        {panel.isArranging && order ? (
          <EntityOrderPanel definition={definition} order={order} onClose={panel.close} />
        ) : null}
      </Suspense>
    </>
  );
}

/** A list that is opened without parameters starts with its own filters, which people can remove. */
function useFirstFilters<Row extends EntityRow>({ path, list: { opensWith } }: EntityDefinition<Row>): void {
  const router = useRouter();
  useEffect(() => {
    const { pathname, searchStr } = router.state.location;
    if (opensWith === undefined || pathname !== path || searchStr !== '') return;
    void router.navigate({ href: `${path}?${opensWith}`, replace: true });
  }, [router, path, opensWith]);
}

/** After closing a drawer that a link had opened, focuses its row, as if the row had opened it. */
function useFocusOnRow(edited: string | null): void {
  const last = useRef(edited);
  useEffect(() => {
    const closed = edited === null ? last.current : null;
    last.current = edited;
    if (closed === null) return;
    const timer = setTimeout(() => {
      if (document.activeElement && document.activeElement !== document.body) return;
      const row = [...document.querySelectorAll<HTMLAnchorElement>('[role="row"] a[href]')].find(
        ({ href }) => new URL(href).searchParams.get('edit') === closed,
      );
      row?.focus({ preventScroll: true });
    }, FOCUS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [edited]);
}

/** Time for the drawer to return the focus itself. */
const FOCUS_AFTER_MS = 60;
