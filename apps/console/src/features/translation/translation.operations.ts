import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment TranslationFigures on TranslationCounts { total translated missing stale invalid edited reported }
`);
graphql(`
  fragment TranslationPublicationRow on TranslationPublication { id number locale action at by { name } note bundle { sha256 filePath messages } added changed removed isCurrent canRollBack }
`);
graphql(`
  fragment TranslationLanguageRow on TranslationLanguage {
    id version clientId locale name direction isSource isWithdrawn unpublishedChanges counts { ...TranslationFigures }
    publication { ...TranslationPublicationRow } updatedAt actions { action isAllowed refusal }
  }
`);
graphql(`
  fragment TranslationRow on Translation { id version key namespace source value state isEdited reports lastReportedAt updatedAt updatedBy { name } }
`);
graphql(`
  fragment TranslationDiffView on TranslationDiff {
    sha256 isSame added changed removed unchanged messages missing stale invalidCount invalid { id key } items(first: 100) { key change before after }
  }
`);

graphql(`
  fragment TranslationDiffPage on TranslationDiff { sha256 items(first: 200, after: $after) { key change before after } }
`);

/** Languages of a client, and what is done with them. */
export const languageDocuments = {
  clients: graphql(`
    query TranslationClients { translationClients { id keys languages unknownReports } }
  `),
  all: graphql(`
    query TranslationLanguages($clientId: String!) { translationLanguages(clientId: $clientId) { ...TranslationLanguageRow } }
  `),
  record: graphql(`
    query TranslationLanguageRecord($id: ID!) { record: translationLanguage(id: $id) { ...TranslationLanguageRow updatedBy { name } } }
  `),
  history: graphql(`
    query TranslationLanguageHistory($id: ID!, $first: Int!, $after: String) { record: translationLanguage(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  namespaces: graphql(`
    query TranslationNamespaces($languageId: ID!) { translationNamespaces(languageId: $languageId) { name counts { total } } }
  `),
  unknown: graphql(`
    query TranslationUnknownReports($clientId: String!) { translationUnknownReports(clientId: $clientId) { locale key reports lastReportedAt } }
  `),
  add: graphql(`
    mutation AddTranslationLanguage($input: AddTranslationLanguageInput!) { addTranslationLanguage(input: $input) { translationLanguage { id } } }
  `),
  rename: graphql(`
    mutation RenameTranslationLanguage($input: RenameTranslationLanguageInput!) { renameTranslationLanguage(input: $input) { translationLanguage { id } } }
  `),
  withdraw: graphql(`
    mutation WithdrawTranslationLanguage($input: WithdrawTranslationLanguageInput!) { withdrawTranslationLanguage(input: $input) { translationLanguage { id } } }
  `),
  clearUnknown: graphql(`
    mutation ClearUnknownTranslationReports($input: ClearUnknownTranslationReportsInput!) { clearUnknownTranslationReports(input: $input) { cleared } }
  `),
};

/** Texts of one language. */
export const messageDocuments = {
  page: graphql(`
    query TranslationPage($first: Int, $after: String, $last: Int, $before: String, $filter: TranslationFilter!, $sort: TranslationSort, $search: String, $startAt: ListStart) {
      list: translations(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...TranslationRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query TranslationCount($filter: TranslationFilter!, $search: String) { list: translations(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query TranslationRecord($id: ID!) {
      record: translation(id: $id) {
        ...TranslationRow translatedFrom shippedValue editedFrom isOvertaken publishedValue problems { rule params } others { languageId locale value state }
      }
    }
  `),
  place: graphql(`
    query TranslationPlace($id: ID!) { record: translation(id: $id) { languageId } }
  `),
  save: graphql(`
    mutation SaveTranslation($input: SaveTranslationInput!) { saveTranslation(input: $input) { translation { id version } } }
  `),
  restore: graphql(`
    mutation RestoreShippedTranslation($input: RestoreShippedTranslationInput!) { restoreShippedTranslation(input: $input) { translation { id version } } }
  `),
  accept: graphql(`
    mutation AcceptTranslations($input: AcceptTranslationsInput!) { acceptTranslations(input: $input) { accepted skipped } }
  `),
};

/** What readers have, had, and would have. */
export const publicationDocuments = {
  page: graphql(`
    query TranslationPublicationPage($first: Int, $after: String, $last: Int, $before: String, $filter: TranslationPublicationFilter!, $sort: TranslationPublicationSort, $startAt: ListStart) {
      list: translationPublications(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, startAt: $startAt) {
        nodes { ...TranslationPublicationRow } pageInfo { ...Ends }
      }
    }
  `),
  count: graphql(`
    query TranslationPublicationCount($filter: TranslationPublicationFilter!) { list: translationPublications(first: 1, filter: $filter) { count { ...Counted } } }
  `),
  record: graphql(`
    query TranslationPublicationRecord($id: ID!) { record: translationPublication(id: $id) { ...TranslationPublicationRow languageId } }
  `),
  diff: graphql(`
    query TranslationDiff($languageId: ID!) { diff: translationDiff(languageId: $languageId) { ...TranslationDiffView } }
  `),
  rollBackDiff: graphql(`
    query TranslationRollBackDiff($publicationId: ID!) { diff: translationRollBackDiff(publicationId: $publicationId) { ...TranslationDiffView } }
  `),
  diffPage: graphql(`
    query TranslationDiffNext($languageId: ID!, $after: String) { diff: translationDiff(languageId: $languageId) { ...TranslationDiffPage } }
  `),
  rollBackDiffPage: graphql(`
    query TranslationRollBackDiffNext($publicationId: ID!, $after: String) { diff: translationRollBackDiff(publicationId: $publicationId) { ...TranslationDiffPage } }
  `),
  publish: graphql(`
    mutation PublishTranslations($input: PublishTranslationsInput!) { publishTranslations(input: $input) { translationPublication { id } } }
  `),
  pseudo: graphql(`
    mutation GeneratePseudoTranslations($input: GeneratePseudoTranslationsInput!) { generatePseudoTranslations(input: $input) { translationBundle { filePath } } }
  `),
  rollBack: graphql(`
    mutation RollBackTranslations($input: RollBackTranslationsInput!) { rollBackTranslations(input: $input) { translationPublication { id } } }
  `),
};
