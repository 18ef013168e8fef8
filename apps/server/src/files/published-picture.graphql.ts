import { needs } from '../graphql/authorise.ts';
import type { Builder } from '../graphql/schema/builder.ts';
import { addMutation } from '../graphql/schema/mutation.ts';

/** Adds the mutation that publishes an uploaded picture. */
export function addPublishedPicture(builder: Builder): void {
  addMutation(builder, 'publishPicture', {
    description:
      'Makes an uploaded picture available to customers, for the `imageUrl` of apps, notifications or prizes. Anyone who knows its path may load it.',
    extensions: needs('picture.publish'),
    input: (t) => ({
      uploadId: t.id({
        required: true,
        description:
          'From `POST /files/uploads`, with `kind=app`, `kind=notification` or `kind=prize`; valid for one use.',
      }),
    }),
    resolve: async ({ uploadId }, { services, db, caller }) => {
      const { uploads, publishedPictures } = services.files;
      const { folder, content } = await uploads.useToPublish(db, caller, uploadId);
      return { imageUrl: await publishedPictures.publish(folder, uploadId, content) };
    },
    payload: (t) => ({
      imageUrl: t.exposeString('imageUrl', {
        description: 'Path of the picture on this server. It is kept while a record has it, and for 30 days.',
      }),
    }),
  });
}
