import type { MachineClientState } from '@backcounter/domain';
import { addAction, addCreate, addUpdate } from '../../crud/mutation.graphql.ts';
import { readRecord } from '../../crud/read-record.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import { machineClient } from './machine-client.entity.ts';
import { rotateMachineClientSecret } from './machine-client.service.ts';

interface SecretRow {
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
}

/** Machine clients: list, record, what changes them, their secrets and states. */
export function addMachineClient(builder: Builder, shared: EntityTypes): void {
  const secret = builder.objectRef<SecretRow>('MachineClientSecret').implement({
    description: 'When a secret was made; the secret itself is known to the client alone.',
    fields: (t) => ({
      createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => new Date(createdAt) }),
      createdBy: t.exposeString('createdBy', { nullable: true }),
      expiresAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'Set while another secret replaces it.',
        resolve: ({ expiresAt }) => (expiresAt === null ? null : new Date(expiresAt)),
      }),
    }),
  });
  const names = { one: 'machineClient', many: 'machineClients' };
  const refs = addEntity(builder, shared, machineClient, names, (t, enums) => ({
    state: t.field({ type: enums('state'), resolve: ({ state }) => state as MachineClientState }),
    stateReason: t.string({ nullable: true, resolve: (row) => row['stateReason'] as string | null }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'To about a minute.',
      resolve: (row) => row['lastUsedAt'] as Date | string | null,
    }),
    secrets: t.field({
      type: [secret],
      description: 'Those that are good now, the newest first; none where the secrets are another provider’s.',
      resolve: (row) => row['secrets'] as SecretRow[],
    }),
  }));
  addCreate(builder, machineClient, 'MachineClient', refs);
  addUpdate(builder, machineClient, 'MachineClient', refs);
  addAction(builder, machineClient, 'MachineClient', 'SUSPEND', refs);
  addAction(builder, machineClient, 'MachineClient', 'REACTIVATE', refs);
  builder.mutationField('rotateMachineClientSecret', (t) =>
    t.field({
      type: refs.record,
      extensions: needs('machine-client.edit'),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        secretHash: t.arg.string({
          required: true,
          description: 'SHA-256 of the new secret in base64url. The secret itself is never sent.',
        }),
        endsPresentSecret: t.arg.boolean({
          required: true,
          description: 'False: the present secret stays good for 24 hours. True: it and all tokens end now.',
        }),
      },
      resolve: async (_root, { secretHash, endsPresentSecret, ...expected }, context, info) => {
        await rotateMachineClientSecret(context, expected, { secretHash, endsPresentSecret });
        return readRecord(context, machineClient, expected.id, selectionOf(info));
      },
    }),
  );
}
