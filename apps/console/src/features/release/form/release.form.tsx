import { isReleaseComplete } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { part } from '../../../lib/page/part.ts';
import { LockedNote, OpenField } from '../../../records/fields/open-field.tsx';
import { DateField } from '../../../records/form/date-field.tsx';
import { FormGroup, RecordForm } from '../../../records/form/record-form.tsx';

import { SaveBar } from '../../../records/form/save-bar.tsx';
import { type SavedForm, useRichForm } from '../../../records/form/use-rich-form.ts';
import { countWords } from '../release-state.tsx';
import { ContentFields } from './content-fields.tsx';
import { NumberField } from './next-numbers.tsx';
import styles from './release-form.module.css';
import { RELEASE_ROOTS, releaseRules } from './release-form-rules.ts';
import {
  byKey,
  contentInput,
  contentValues,
  currentTerms,
  type ListTerms,
  type PartValues,
  type ReleaseValues,
  releaseInput,
} from './release-form-values.ts';
import { reconcileLists } from './release-reconcile.ts';
import { savedParts } from './release-save-words.ts';
import { useReleaseWords } from './use-release-words.ts';

const ReleasePreview = part(() => import('../release-preview.tsx'), 'ReleasePreview');

/** Properties of {@link ReleaseForm}. */
export interface ReleaseFormProps extends SavedForm<ReleaseValues> {
  readonly label: string;
  readonly base: ReleaseValues;
  readonly verb?: string;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

const HEAD: readonly string[] = ['number', 'date', 'changeLists', 'texts'];

/** Form of a release with its lists. Beside it is a preview, which opens in the real popup. */
export function ReleaseForm(props: ReleaseFormProps) {
  const formats = useMessages();
  const { t } = formats;
  const theirs = useRef<PartValues>({});
  const [isPreviewed, setPreviewed] = useState(false);
  const { form } = useRichForm(props, {
    base: props.base,
    rulesOf: releaseRules,
    required: RELEASE_ROOTS,
    terms: { fieldsOf: byKey, valuesOf: currentTerms },
    reconcile: (base, mine, current) => reconcileLists(base, mine, { ...current, ...theirs.current }),
    onRefused: ({ details: { current } }) => {
      const lists = current?.['changeLists'];
      theirs.current = Array.isArray(lists) ? contentValues(lists as readonly ListTerms[]) : {};
    },
    onSaved: props.onSaved,
  });
  const named = form.conflict ? { ...theirs.current, ...form.base, ...form.values } : form.values;
  const words = useReleaseWords(named);
  const input = releaseInput(form.values);
  const parts = savedParts(form.base, form.values, form.changed, formats);
  return (
    <RecordForm
      form={form}
      label={props.label}
      {...words}
      onCancel={props.onCancel}
      bar={
        <SaveBar
          form={{ ...form, changed: parts }}
          labelOf={(part) => part}
          {...(props.verb === undefined ? {} : { verb: props.verb })}
          onCancel={() => {
            form.discard();
            props.onCancel();
          }}
        />
      }
    >
      <div className={styles['form']}>
        <div className={styles['main']}>
          <LockedNote
            fields={HEAD}
            isOpen={props.isOpen}
            some={t('release.locked.texts')}
            all={t('release.locked.texts')}
          />
          <FormGroup title={t('release.edit.release')}>
            <OpenField isOpen={props.isOpen('number')}>
              <div className="bc-form-pair">
                <NumberField form={form} label={t('release.field.number')} isOpen={props.isOpen('number')} />
                <DateField form={form} name="day" label={t('release.field.date')} hint={t('release.edit.date-hint')} />
              </div>
            </OpenField>
          </FormGroup>
          <ContentFields form={form} isFree={props.isOpen('changeLists')} />
        </div>
        <aside className={styles['side']} aria-label={t('release.side.title')}>
          <h2>{t('release.side.title')}</h2>
          <Readers content={contentInput(form.values)} />
          <Button
            leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
            disabled={input.changeLists.every(({ changes }) => changes.length === 0)}
            onClick={() => setPreviewed(true)}
          >
            {t('release.action.preview')}
          </Button>
        </aside>
      </div>
      {isPreviewed ? (
        <ReleasePreview release={previewed(input, t('release.preview.untitled'))} onClose={() => setPreviewed(false)} />
      ) : null}
    </RecordForm>
  );
}

/** How much readers get, and what is missing before it can be published. */
function Readers({ content }: { readonly content: ReturnType<typeof contentInput> }) {
  const formats = useMessages();
  const { t } = formats;
  const changes = content.flatMap((list) => list.changes);
  const count = (type: string) => changes.filter((change) => change.type === type).length;
  const counts = { BUG: count('BUG'), FEATURE: count('FEATURE'), IMPROVEMENT: count('IMPROVEMENT') };
  return (
    <>
      <p>{countWords(counts, formats)}</p>
      <p className="bc-form-hint">{t('release.side.order')}</p>
      {isReleaseComplete(content) ? null : (
        <p className={styles['warning']}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{t('release.side.incomplete')}</span>
        </p>
      )}
    </>
  );
}

/** The form as the popup would get it; what has no text yet has a word in its place. */
function previewed(input: ReturnType<typeof releaseInput>, untitled: string) {
  return {
    id: 'preview',
    version: input.number || '0.0.0',
    date: input.date,
    changeLists: input.changeLists.map((list, at) => ({
      id: `list-${at}`,
      title: list.title || untitled,
      changes: list.changes.map((change, place) => ({
        id: `change-${at}-${place}`,
        type: change.type,
        title: change.title || untitled,
        description: change.description,
      })),
    })),
  };
}
