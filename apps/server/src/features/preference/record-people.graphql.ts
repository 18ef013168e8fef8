import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import type { PeopleHere, PersonHere } from '../../live/record-people.ts';
import { type RecentRowRules, readableRecord } from './recent-records.graphql.ts';

/** The colleagues who have the same record open, before any of them saves. */
export function addRecordPeople(builder: Builder, rowRules: RecentRowRules): void {
  const person = builder.objectRef<PersonHere>('RecordPerson').implement({
    description: 'Someone else who has the record open.',
    fields: (t) => ({
      person: t.field({ type: 'StaffRef', description: 'The person.', resolve: ({ sub, name }) => ({ sub, name }) }),
      isEditing: t.exposeBoolean('isEditing', { description: 'The person has a form of it open or filled in.' }),
    }),
  });
  const people = builder.objectRef<PeopleHere>('RecordPeople').implement({
    description: 'The others at a record.',
    fields: (t) => ({
      beat: t.exposeInt('beat', { description: 'Follow again with this number to remain.' }),
      people: t.field({ type: [person], description: 'Each person once.', resolve: (here) => [...here.people] }),
    }),
  });
  builder.subscriptionField('recordPeople', (t) =>
    t.field({
      type: people,
      description:
        'The others who follow the same record: immediately, then after each change. For at most 40 s they see the caller too: every 15 s a result asks to follow again. Nothing is stored.',
      extensions: needs('session.read'),
      args: {
        kind: t.arg.string({ required: true, description: 'Kind of the record, such as `account`.' }),
        id: t.arg.id({ required: true, description: 'Its id.' }),
        isEditing: t.arg.boolean({ required: true, description: 'The caller has a form of it open or filled in.' }),
        beat: t.arg.int({ required: true, description: 'Number of the latest result; 0 at first.' }),
      },
      subscribe: async (_root, { kind, id, isEditing, beat }, context) => {
        const { sub, name } = context.caller;
        const record = await readableRecord(context, rowRules, kind, String(id));
        return context.services.recordPeople.follow(record, { sub, name, isEditing }, beat, context.signal);
      },
      resolve: (here) => here,
    }),
  );
}
