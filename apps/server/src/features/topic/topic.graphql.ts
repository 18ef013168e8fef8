import { addArchive, addCreate, addMove, addUpdate } from '../../crud/mutation.graphql.ts';
import { addEntity, archivedAt, type EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { topic } from './topic.entity.ts';

/** Topics: list, record and changes. */
export function addTopic(builder: Builder, shared: EntityTypes): void {
  const refs = addEntity(builder, shared, topic, { one: 'topic', many: 'topics' }, (t) => ({
    archivedAt: archivedAt(t),
    subscriberCount: t.int({
      description: 'Number of accounts that are subscribed to it.',
      resolve: ({ subscriberCount }) => Number(subscriberCount),
    }),
  }));
  addCreate(builder, topic, 'Topic', refs);
  addUpdate(builder, topic, 'Topic', refs);
  addArchive(builder, topic, 'Topic', refs);
  addMove(builder, topic, 'Topic', refs);
}
