import type { ObjectRef } from '@pothos/core';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import { localeArg, localName } from '../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';

/** An account in lists of giveaways. */
export interface NamedAccount {
  readonly id: string;
  readonly publicNo: number;
  readonly name: string | null;
}

/** A prize in lists of giveaways. */
export interface NamedPrize {
  readonly id: string;
  readonly rank: number;
  readonly titleI18n: Readonly<Record<string, string>>;
}

/** GraphQL types of accounts and prizes in lists of giveaways. */
export interface GiveawayNames {
  readonly account: ObjectRef<BuilderTypes, NamedAccount>;
  readonly prize: ObjectRef<BuilderTypes, NamedPrize>;
}

/** Adds the short types of accounts and prizes. */
export function addGiveawayNames(builder: Builder): GiveawayNames {
  const account = builder.objectRef<NamedAccount>('GiveawayAccount').implement({
    description: 'An account in lists of giveaways.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      publicNo: t.expose('publicNo', { type: 'SafeInt', description: 'Its number.' }),
      name: t.exposeString('name', {
        nullable: true,
        description: 'Its display name; null without one.',
        extensions: NEVER_STORED,
      }),
    }),
  });
  const prize = builder.objectRef<NamedPrize>('GiveawayPrizeName').implement({
    description: 'A prize in lists of giveaways.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      rank: t.exposeInt('rank', { description: 'Order of the draw; 1 is drawn first.' }),
      title: t.string({
        description: 'Its title in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ titleI18n }, { locale }) => localName(titleI18n, locale),
      }),
    }),
  });
  return { account, prize };
}
