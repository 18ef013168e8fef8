import type { MachineClientState } from '@backcounter/domain';
import { addAction, addCreate, addUpdate, payloadOf } from '../../crud/mutation.graphql.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addChange, expectedRecord } from '../../graphql/schema/mutation.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { machineClient } from './machine-client.entity.ts';
import { rotateMachineClientSecret } from './machine-client.service.ts';

interface SecretRow {
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
}

/** Machine clients: list, record, changes, secrets and states. */
export function addMachineClient(builder: Builder, shared: EntityTypes): void {
  const secret = builder.objectRef<SecretRow>('MachineClientSecret').implement({
    description: 'Details of a secret; the secret itself is known to the client only.',
    fields: (t) => ({
      createdAt: t.field({
        type: 'DateTime',
        description: 'When it was made.',
        resolve: ({ createdAt }) => new Date(createdAt),
      }),
      createdBy: t.exposeString('createdBy', orNull('Name of the person who made it; null if unknown.')),
      expiresAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Expiry, once another secret replaces it; null until then.',
        resolve: ({ expiresAt }) => (expiresAt === null ? null : new Date(expiresAt)),
      }),
    }),
  });
  const names = { one: 'machineClient', many: 'machineClients' };
  const refs = addEntity(builder, shared, machineClient, names, (t, enums) => ({
    state: t.field({
      type: enums('state'),
      description: 'Whether it may use the API.',
      resolve: ({ state }) => state as MachineClientState,
    }),
    stateReason: t.string({
      nullable: true,
      description: 'Why it is in this state; null if no reason was given.',
      resolve: (row) => row['stateReason'] as string | null,
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it last used the API, to about a minute; null: never.',
      resolve: (row) => row['lastUsedAt'] as Date | string | null,
    }),
    documents: t.stringList({
      description: 'Names of its registered operations, the only ones that it may run; empty: any.',
      resolve: (row) => row['documents'] as string[],
    }),
    secrets: t.field({
      type: [secret],
      description: 'Valid secrets, newest first; empty if another provider keeps them.',
      resolve: (row) => row['secrets'] as SecretRow[],
    }),
  }));
  addCreate(builder, machineClient, 'MachineClient', refs);
  addUpdate(builder, machineClient, 'MachineClient', refs);
  addAction(builder, machineClient, 'MachineClient', 'SUSPEND', refs);
  addAction(builder, machineClient, 'MachineClient', 'REACTIVATE', refs);
  addChange(builder, 'rotateMachineClientSecret', {
    description: 'Gives one machine client a new secret.',
    extensions: needs('machine-client.edit'),
    input: (t) => ({
      ...expectedRecord(t, 'machine client'),
      secretHash: t.string({
        required: true,
        description: 'SHA-256 of the new secret in base64url. The secret itself is never sent.',
      }),
      endsPresentSecret: t.boolean({
        required: true,
        description: 'False: the current secret stays valid for 24 hours. True: it and all tokens expire now.',
      }),
    }),
    change: ({ secretHash, endsPresentSecret, ...expected }, context) =>
      rotateMachineClientSecret(context, expected, { secretHash, endsPresentSecret }),
    payload: payloadOf(machineClient, 'MachineClient', refs),
  });
}
