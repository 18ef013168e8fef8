import { isJobActive, PICTURE_IMPORTS } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { MessagesHook } from '@backcounter/i18n/react';
import type { ImportEntity, ImportViewFragment } from '../generated/graphql.ts';
import { errorKeyOf } from '../lib/api/error-text.ts';
import { RequestError } from '../lib/api/request-error.ts';
import { formatList, languageName } from '../lib/format/formats.ts';
import { fieldKeys, firstKey } from '../lib/record/field-label.ts';
import { fieldRuleKey, isFieldRule } from '../lib/record/field-rules.ts';
import { isKey } from '../lib/settings/message-key.ts';

/** Texts and formats of the dialog. */
export type ImportFormats = Pick<MessagesHook, 't' | 'locale'>;

const POINTS_FIELDS: Readonly<Record<string, string>> = {
  code: 'points.field.kind',
  occurredAt: 'points.field.occurred',
  receipt: 'points.field.reference',
  note: 'points.field.reason',
};

/** A field's name, with its language where it has one: "Name (German)". */
export function fieldName(entity: ImportEntity, key: string, { t, locale }: ImportFormats): string {
  const [name = key, language] = key.split('.');
  // References are entered by their code.
  const labelKey = firstKey(
    ...(entity === 'POINTS' ? [POINTS_FIELDS[name], `account.field.${name}`, `store.field.${name}`] : []),
    `export.column.${name}`,
    `export.column.${name}Code`,
    ...fieldKeys(entity, name),
  );
  const words = labelKey === null ? name : t(labelKey);
  if (language === undefined) return words;
  return t('import.field.in-language', { field: words, language: languageName(language, locale) });
}

/** Whether the file is a ZIP archive of pictures, which has no columns. */
export const isPictures = (entity: ImportEntity | null): boolean => PICTURE_IMPORTS.some((each) => each === entity);

/** Texts can also be imported in the format of their publication. */
export const takesJson = (entity: ImportEntity | null): boolean => entity === 'TRANSLATIONS';

/** Codes are shown in part, and pictures are files: both are corrected in what was sent. */
export const isFixedInFile = (entity: ImportEntity): boolean => entity === 'OWN_COUPONS' || isPictures(entity);

/** The file formats of an import: "CSV, XLSX, or JSON". */
function fileKinds(entity: ImportEntity | null, locale: string): string {
  const tables = takesJson(entity) ? ['CSV', 'XLSX', 'JSON'] : ['CSV', 'XLSX'];
  const kinds = isPictures(entity) ? ['ZIP'] : tables;
  return formatList(kinds, locale, 'disjunction');
}

/** The text of a rule that a cell or a file breaks. */
export function ruleWords(rule: string, params: unknown, { t }: ImportFormats): string {
  const figures = (typeof params === 'object' && params !== null ? params : {}) as Readonly<
    Record<string, string | number>
  >;
  // Refusals of the ledger are error codes.
  if (isKey(`error.${rule}`)) return t(`error.${rule}` as MessageKey);
  // Rules of files only, and rules with a better text for files than for forms.
  const key = `import.rule.${rule}`;
  if (isKey(key)) return t(key, figures);
  return t(isFieldRule(rule) ? fieldRuleKey(rule) : 'import.rule.invalid', figures);
}

/** The text of a failed request of the dialog. */
export function failureWords(error: unknown, formats: ImportFormats, entity: ImportEntity | null): string {
  const fields = error instanceof RequestError ? Object.values(error.details.fields ?? {}) : [];
  const [problem] = fields.flat();
  if (problem?.rule === 'file-type') {
    const { kind = '' } = (problem.params ?? {}) as { readonly kind?: string };
    return formats.t('import.rule.file-type', { kind, kinds: fileKinds(entity, formats.locale) });
  }
  return problem ? ruleWords(problem.rule, problem.params, formats) : formats.t(errorKeyOf(error));
}

/** True while the job waits or runs. */
export function isGoingOn(job: ImportViewFragment['check'] | undefined): boolean {
  return job != null && isJobActive(job.state);
}
