import type { EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addTranslationClients } from './language/translation-client.graphql.ts';
import { addTranslationLanguages } from './language/translation-language.graphql.ts';
import { addPublications } from './publication/publication.graphql.ts';
import { addPublishing } from './publication/publishing.graphql.ts';
import { addTranslations } from './translation.graphql.ts';
import { addTranslationMutations } from './translation-mutation.graphql.ts';

/** Texts of the product in every language, and what their readers have of them. */
export function addTranslation(builder: Builder, shared: EntityTypes): void {
  addTranslationClients(builder);
  const publications = addPublications(builder, shared.list);
  const language = addTranslationLanguages(builder, shared, publications);
  addPublishing(builder, publications, language);
  addTranslationMutations(builder, addTranslations(builder, shared));
}
