import { AppError, LIMITS, type Permission } from '@backcounter/domain';
import type { ObjectRef } from '@pothos/core';
import type { Database } from '../db/client.ts';
import { needs } from '../graphql/authorise.ts';
import type { Builder, BuilderTypes } from '../graphql/schema/builder.ts';
import { staffField } from '../graphql/schema/shared-fields.ts';
import { changingRows } from '../live/changing-rows.ts';
import { type LiveTopic, MANY_RECORDS } from '../live/live-topics.ts';
import { isUuid } from './list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from './statements.ts';

/** Minimum time between two reads. */
const QUIET_MS = 1_000;

interface RecordVersion {
  readonly id: string;
  readonly version: number;
  readonly updatedAt: string;
  readonly updatedBySub: string | null;
  readonly updatedByName: string | null;
}

/** The type of record versions. */
export type RecordVersionRef = ObjectRef<BuilderTypes, RecordVersion>;

/** Adds the type shared by all records whose changes can be followed. */
export function addRecordVersion(builder: Builder): RecordVersionRef {
  return builder.objectRef<RecordVersion>('RecordVersion').implement({
    description: 'The latest version of a record, without its contents.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the record.' }),
      version: t.exposeInt('version', { description: 'Grows with each change.' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When this version was saved.' }),
      updatedBy: staffField(t, 'updatedBy', 'The person who saved this version; null when unknown.'),
    }),
  });
}

/** A subscription added by {@link addRecordChanges}. */
export interface RecordChangesField {
  /** Name of the subscription field, such as `storesChanged`. */
  readonly name: string;
  /** The followed records, for the field's description. */
  readonly what: string;
  /** Permission to read any of the records. */
  readonly permission: Permission;
  readonly table: keyof Database;
  /** Names the changed records. */
  readonly topic: LiveTopic & `${string}_changed`;
}

/** Adds a subscription to changes of open records and their authors. */
export function addRecordChanges(
  builder: Builder,
  { recordVersion }: { readonly recordVersion: RecordVersionRef },
  { name, what, permission, table, topic }: RecordChangesField,
): void {
  builder.subscriptionField(name, (t) =>
    t.field({
      type: [recordVersion],
      description: `Versions of at most ${LIMITS.pageSizeMax} ${what}: immediately, then all of them after each change, at most once a second.`,
      extensions: needs(permission),
      args: { ids: t.arg.idList({ required: true, description: `Ids of the ${what} to follow.` }) },
      subscribe: (_root, { ids }, { sql, services, signal }) => {
        if (ids.length > LIMITS.pageSizeMax || !ids.every(isUuid)) throw new AppError('request.malformed');
        const followed = new Set(ids.map((id) => id.toLowerCase()));
        const options = { signal, timeoutMs: LIST_TIMEOUT_MS };
        return changingRows({
          read: () => sql.rows<RecordVersion>(statementFor(versionsSql(table)), [[...followed]], options),
          concerns: (changed) => changed.some((id) => id === MANY_RECORDS || followed.has(id)),
          notices: services.live.follow(topic, signal),
          quietMs: QUIET_MS,
          signal,
        });
      },
      resolve: (rows) => [...rows],
    }),
  );
}

function versionsSql(table: RecordChangesField['table']): string {
  return `
    select r.id, r.version, r.updated_at as "updatedAt", r.updated_by as "updatedBySub", u.display_name as "updatedByName"
    from ${table} r left join staff_user u on u.sub = r.updated_by
    where r.id = any($1::uuid[]) order by r.id`;
}
