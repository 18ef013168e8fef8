import { may } from '@backcounter/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRoles } from '../../../lib/settings/session.ts';

const FRESH_MS = 5 * 60_000;

function useStoreName(sid: string) {
  return useQuery({
    queryKey: ['store-name', sid],
    meta: { errorsShown: 'in-toast' },
    queryFn: async () => (await import('./account-store-names.ts')).findStoreName(sid),
    enabled: may(currentRoles(), 'store.read'),
    staleTime: FRESH_MS,
  }).data;
}

interface OnlineStoreProps {
  readonly sid: string;
}

/** A store by its name, or by its sid while nobody has told the name and where there is no such store. */
export function OnlineStoreName({ sid }: OnlineStoreProps) {
  const store = useStoreName(sid);
  return store ? (
    <bdi>{store.name}</bdi>
  ) : (
    <bdi className="bc-code" dir="ltr">
      {sid}
    </bdi>
  );
}

/** The same, with a way to the store. `isInGrid` leaves it out of the order of Tab, as a grid is one stop. */
export function OnlineStoreLink({ sid, isInGrid = false }: OnlineStoreProps & { readonly isInGrid?: boolean }) {
  const store = useStoreName(sid);
  const name = <OnlineStoreName sid={sid} />;
  return store ? (
    <Link
      to="/stores/$id"
      params={{ id: store.id }}
      className="bc-online-store"
      dir="auto"
      {...(isInGrid ? { tabIndex: -1 } : {})}
    >
      {name}
    </Link>
  ) : (
    name
  );
}
