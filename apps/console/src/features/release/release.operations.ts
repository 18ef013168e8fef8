import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment ReleaseRow on Release {
    id version ...ReleaseFields state stateReason publishedAt publishedBy { name } createdAt updatedAt
    figures { bugs features improvements readers unread }
  }
`);
graphql(`
  fragment ReleaseWhole on Release {
    ...ReleaseRow stateChangedAt stateChangedBy { name } changeLists { id title changes { id type title description } }
    createdBy { name } updatedBy { name } openFields actions { action isAllowed refusal }
  }
`);

/** Deletes a draft. */
export const discardReleaseMutation = graphql(`
  mutation DiscardRelease($input: DiscardReleaseInput!) { gone: discardRelease(input: $input) { releaseId } }
`);

/** The numbers that may come next. */
export const releaseNumbersQuery = graphql(`
  query ReleaseNumbers { releaseNumbers { latest patch minor major } }
`);
