import { useMessages } from '@backcounter/i18n/react';
import { IconDownload, IconPencil, IconWorldCheck, IconWorldOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { RecordAction } from '../../../lib/record/record-actions.ts';
import { refusalWords, rightTo } from '../../../records/state-actions.ts';
import { publishedFile } from '../publication/published-file.ts';
import type { LanguageRecord } from './use-translation-language.ts';

/** Dialogs that the page of a language opens. */
export type LanguageDialogName = 'publish' | 'rename' | 'withdraw';

const RIGHTS = [
  { key: 'publish', right: 'PUBLISH', icon: IconWorldCheck },
  { key: 'rename', right: 'RENAME', icon: IconPencil },
  { key: 'withdraw', right: 'WITHDRAW', icon: IconWorldOff },
] as const;

/** Actions on the language, as the server reports them. */
export function useLanguageActions(
  language: LanguageRecord,
  onDialog: (dialog: LanguageDialogName) => void,
): readonly RecordAction[] {
  const { t } = useMessages();
  return useMemo(() => {
    const actions = RIGHTS.flatMap(({ key, right, icon }): RecordAction[] => {
      const stands = rightTo(language, right);
      if (!stands) return [];
      return [
        {
          key,
          icon,
          label: t(`translation.action.${key}`),
          isAllowed: stands.isAllowed,
          whyNot: refusalWords(stands.refusal, t) ?? t('translation.action.not-now'),
          isDestructive: key === 'withdraw',
          run: () => onDialog(key),
        },
      ];
    });
    const bundle = language.publication?.bundle;
    const download: RecordAction = {
      key: 'download',
      icon: IconDownload,
      label: t('translation.action.download'),
      isAllowed: bundle != null,
      whyNot: t('translation.language.unpublished'),
      run: () => {
        if (bundle) window.open(publishedFile(bundle.filePath), '_blank', 'noopener');
      },
    };
    return [...actions.slice(0, 2), download, ...actions.slice(2)];
  }, [language, onDialog, t]);
}
