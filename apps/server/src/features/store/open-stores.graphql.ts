import { needsScope } from '../../graphql/authorise.ts';
import { IN_PUBLIC } from '../../graphql/public-slice.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { boundsOf } from '../../references/client-bounds.ts';

interface OpenStore {
  readonly id: string;
  readonly sid: string;
  readonly name: string;
  readonly countryCode: string;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly addressLine: string | null;
  readonly timezone: string;
  readonly openedOn: string;
}

const PAGE_MAX = 100;

const OPEN = statementFor(`
  select s.id, s.sid, s.name, s.country_code as "countryCode", s.city, s.postal_code as "postalCode", s.address_line as "addressLine",
    s.timezone, s.opened_on::text as "openedOn"
  from store s
  where s.state = 'ACTIVE' and ($1::text is null or s.sid = $1) and ($2::text is null or s.sid > $2)
    and ($3::text[] is null or s.sid = any($3))
  order by s.sid limit ${PAGE_MAX}`);

/** Adds the active stores, for machine clients; one that is bound to stores sees these alone. */
export function addOpenStores(builder: Builder): void {
  const store = builder.objectRef<OpenStore>('OpenStore').implement({
    description: 'An active store, for programs.',
    extensions: IN_PUBLIC,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      sid: t.exposeString('sid', { description: 'Its name in transfers and redemptions; never changes.' }),
      name: t.exposeString('name', { description: 'Its display name.' }),
      countryCode: t.exposeString('countryCode', { description: 'Country, ISO 3166-1 alpha-2.' }),
      city: t.exposeString('city', orNull('City; null: unknown.')),
      postalCode: t.exposeString('postalCode', orNull('Postal code; null: unknown.')),
      addressLine: t.exposeString('addressLine', orNull('Street and number; null: unknown.')),
      timezone: t.exposeString('timezone', { description: 'Time zone, such as `Europe/Berlin`.' }),
      openedOn: t.expose('openedOn', { type: 'Date', description: 'Day of its opening.' }),
    }),
  });
  builder.queryField('openStores', (t) =>
    t.field({
      type: [store],
      description: `Active stores by sid, at most ${PAGE_MAX}; a client that is bound to stores gets these alone.`,
      extensions: needsScope('store.read'),
      args: {
        sid: t.arg.string({ description: 'Only this one; absent: all.' }),
        after: t.arg.string({ description: 'The last sid of the page before.' }),
      },
      resolve: (_root, { sid, after }, { caller, sql, signal }) =>
        sql.rows<OpenStore>(OPEN, [sid ?? null, after ?? null, boundsOf(caller)?.stores ?? null], {
          signal,
          timeoutMs: LIST_TIMEOUT_MS,
        }),
    }),
  );
}
