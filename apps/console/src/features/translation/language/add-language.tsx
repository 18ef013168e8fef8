import { translationLocale } from '@backcounter/domain';
import { directionOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { newIdempotencyKey, request } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { languageName } from '../../../lib/format/formats.ts';
import { fieldRuleKey } from '../../../lib/record/field-rules.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { languageDocuments } from '../translation.operations.ts';
import { useLanguageName } from './language-words.ts';
import { useRefreshTranslations } from './use-translation-language.ts';

interface AddLanguageProps {
  readonly clientId: string;
  /** Existing locales. */
  readonly known: readonly string[];
  readonly onClose: () => void;
  readonly onAdded: (id: string) => void;
}

/** The canonical form of a typed tag: `de_at` is `de-AT`. */
function canonical(typed: string): string {
  try {
    return new Intl.Locale(typed.trim().replaceAll('_', '-')).toString();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return typed.trim();
  }
}

/** Adds a language for translation; readers see it once it is published. */
export function AddLanguage({ clientId, known, onClose, onAdded }: AddLanguageProps) {
  const { t, dir } = useMessages();
  const nameOf = useLanguageName();
  const refresh = useRefreshTranslations();
  const [key, setKey] = useState(newIdempotencyKey);
  const [typed, setTyped] = useState('');
  const [name, setName] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const locale = canonical(typed);
  const isFormed = translationLocale.safeParse(locale).success;
  const rule = known.includes(locale) ? 'duplicate' : refused;
  const own = isFormed ? languageName(locale, locale) : '';
  return (
    <ReasonDialog
      title={t('translation.add.title')}
      consequence={t('translation.add.consequence')}
      verb={t('translation.add.action')}
      isDestructive={false}
      isReasonRequired={false}
      hasReason={false}
      isIncomplete={!isFormed || rule !== null}
      onClose={onClose}
      onConfirm={async () => {
        try {
          const { addTranslationLanguage } = await request(
            languageDocuments.add,
            { input: { clientId, locale, name: name.trim() || null } },
            { idempotencyKey: key, errorsShown: 'in-place' },
          );
          await refresh();
          onClose();
          onAdded(addTranslationLanguage.translationLanguage.id);
        } catch (error) {
          const problem = error instanceof RequestError ? error.details.fields?.['locale']?.[0] : undefined;
          if (problem) setRefused(problem.rule);
          throw error;
        }
      }}
    >
      <TextInput
        data-autofocus
        label={t('translation.add.locale')}
        description={
          isFormed
            ? `${nameOf(locale)} · ${t(`translation.direction.${directionOf(locale)}`)}`
            : t('translation.add.locale-hint')
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        className="bc-code-input"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        value={typed}
        error={rule === null ? undefined : t(fieldRuleKey(rule))}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setRefused(null);
          setKey(newIdempotencyKey());
        }}
      />
      <TextInput
        label={t('translation.add.name')}
        description={t('translation.add.name-hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={own}
        dir={name === '' ? dir : 'auto'}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setKey(newIdempotencyKey());
        }}
      />
    </ReasonDialog>
  );
}
