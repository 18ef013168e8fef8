import { fieldsInvalid } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { applyAction, changeState } from '../../crud/write-record.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { badge } from './badge.entity.ts';
import { startBackfill } from './badge-backfill.ts';

/**
 * Activates a draft. A badge with a rule also starts a job that awards it to the accounts that meet the rule.
 * @throws AppError as `applyAction` does; `field.invalid` on `imageUrl` for a badge without a picture
 */
export async function activateBadge(context: RequestContext, expected: Expected, reason: string | null): Promise<void> {
  await changeState(context, badge, 'ACTIVATE', expected, reason, ({ imagePath }) => {
    if (imagePath == null) throw fieldsInvalid({ imageUrl: [{ rule: 'required' }] });
  });
  await startBackfill(context, expected.id);
}

const RULE_FIELDS: readonly string[] = ['awardMode', 'ruleKind', 'ruleThreshold'];

/** Starts a backfill after the rule of an active badge has changed. */
export async function followRuleChange(context: RequestContext, id: string, input: object): Promise<void> {
  const isAboutRule = Object.entries(input).some(
    ([field, value]) => RULE_FIELDS.includes(field) && value !== undefined,
  );
  if (isAboutRule) await startBackfill(context, id);
}

/**
 * Makes an uploaded picture the picture of the badge. The file is in place before the transaction commits, so a record
 * never refers to a missing file.
 * @throws AppError `record.not-found` for the badge or the upload, `record.conflict`, `state.invalid-transition`,
 * `service.unavailable`
 */
export async function setBadgeImage(context: RequestContext, expected: Expected, uploadId: string): Promise<void> {
  const { uploads, badgeImages } = context.services.files;
  const picture = await uploads.use(context.db, context.caller, uploadId, 'badge');
  const path = badgeImages.newPath(uploadId);
  let previous: unknown = null;
  await applyAction(context, badge, expected, 'EDIT', null, ({ imagePath }) => {
    previous = imagePath;
    return { columns: { image_path: path }, changes: { imagePath: [imagePath, path] } };
  });
  await badgeImages.put(context.db, path, picture);
  if (typeof previous === 'string') await badgeImages.remove(context.db, previous);
}
