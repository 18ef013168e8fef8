import { translationLanguageName } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRecordStep } from '../../../lib/record/record-steps.ts';
import { ReasonDialog } from '../../../records/reason-dialog.tsx';
import { languageDocuments } from '../translation.operations.ts';
import type { LanguageDialogName } from './language.steps.ts';
import { type LanguageRecord, useRefreshTranslations } from './use-translation-language.ts';

interface LanguageDialogProps {
  readonly dialog: Exclude<LanguageDialogName, 'publish'>;
  readonly language: LanguageRecord;
  readonly onClose: () => void;
}

/** Renames or withdraws a language. */
export function LanguageDialog({ dialog, language, onClose }: LanguageDialogProps) {
  const { t } = useMessages();
  const send = useRecordStep(language, { onClose, refresh: useRefreshTranslations() });
  const [name, setName] = useState(language.name);
  const isRename = dialog === 'rename';
  return (
    <ReasonDialog
      title={t(`translation.${dialog}.title`, { language: language.name })}
      consequence={t(`translation.${dialog}.consequence`, { count: language.publication?.bundle?.messages ?? 0 })}
      verb={t(`translation.action.${dialog}`)}
      isDestructive={!isRename}
      isReasonRequired={!isRename}
      hasReason={!isRename}
      isIncomplete={isRename && (!translationLanguageName.safeParse(name).success || name.trim() === language.name)}
      onClose={onClose}
      onConfirm={(reason) =>
        isRename ? send(languageDocuments.rename, { name: name.trim() }) : send(languageDocuments.withdraw, { reason })
      }
    >
      {isRename ? (
        <TextInput
          data-autofocus
          label={t('translation.add.name')}
          dir="auto"
          lang={language.locale}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : null}
    </ReasonDialog>
  );
}
