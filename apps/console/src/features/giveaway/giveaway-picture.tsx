import { request } from '../../lib/api/graphql-client.ts';
import { RecordPicture } from '../../records/picture/record-picture.tsx';
import { useRefreshRich } from '../../records/rich-record.ts';
import { rightTo } from '../../records/state-actions.ts';
import styles from './form/giveaway-terms.module.css';
import { type GiveawayRecord, giveaways } from './giveaway.entity.ts';
import { setGiveawayImageMutation } from './giveaway.operations.ts';

/** The picture of a giveaway. */
export function GiveawayPicture({ giveaway }: { readonly giveaway: GiveawayRecord }) {
  const refresh = useRefreshRich(giveaways, giveaway.id);
  return (
    <div className={styles['image']}>
      <RecordPicture
        name={giveaway.title}
        kind="giveaway"
        version={giveaway.version}
        imageUrl={giveaway.imageUrl ?? null}
        mayChange={rightTo(giveaway, 'EDIT')?.isAllowed === true}
        onUse={(picture, options) =>
          request(setGiveawayImageMutation, { input: { id: giveaway.id, ...picture } }, options)
        }
        onChanged={() => void refresh()}
      />
    </div>
  );
}
