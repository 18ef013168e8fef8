import { graphql } from '../../generated/gql.ts';

/** Publishes an uploaded picture for customers. */
export const publishPictureMutation = graphql(`
  mutation PublishPicture($input: PublishPictureInput!) { publishPicture(input: $input) { imageUrl } }
`);
