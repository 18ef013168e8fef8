import type { ObjectRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../graphql/schema/builder.ts';
import { addEnum } from '../graphql/schema/enum.ts';
import { orNull } from '../graphql/schema/or-null.ts';
import type { ActionRight } from './state-change.ts';

/** `<Name>ActionRight` and its enum `<Name>Action`, of the described actions on `what`. */
export function addActionRight(
  builder: Builder,
  name: string,
  what: string,
  actions: Readonly<Record<string, string>>,
): ObjectRef<BuilderTypes, ActionRight<string>> {
  const action = addEnum(builder, `${name}Action`, `Actions on ${what}.`, actions);
  return builder.objectRef<ActionRight<string>>(`${name}ActionRight`).implement({
    description: 'Whether the caller may take an action now.',
    fields: (t) => ({
      action: t.expose('action', { type: action, description: 'The action.' }),
      isAllowed: t.exposeBoolean('isAllowed', { description: 'Whether it is allowed now.' }),
      refusal: t.exposeString('refusal', orNull('Error code that the action would answer with; null when allowed.')),
    }),
  });
}
