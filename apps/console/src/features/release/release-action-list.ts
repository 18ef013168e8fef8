import { RELEASE_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconArrowBack, IconCopy, IconEye, IconPencil, IconTrash, IconWorldCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { RecordAction } from '../../lib/record/record-actions.ts';
import { stateActions } from '../../records/state-actions.ts';
import type { ReleaseRecord } from './use-release.ts';

/** Dialogs that a release's page opens. */
export type ReleaseDialogName = 'publish' | 'withdraw' | 'duplicate' | 'discard';

interface ReleaseActionOptions {
  readonly release: ReleaseRecord;
  readonly onEdit: () => void;
  readonly onPreview: () => void;
  readonly onDialog: (dialog: ReleaseDialogName) => void;
}

const ICONS = {
  EDIT: IconPencil,
  PUBLISH: IconWorldCheck,
  WITHDRAW: IconArrowBack,
  DUPLICATE: IconCopy,
  DISCARD: IconTrash,
} as const;

/** Actions of a release from the server. Actions the person never has are omitted; unavailable ones have a reason. */
export function useReleaseActions({
  release,
  onEdit,
  onPreview,
  onDialog,
}: ReleaseActionOptions): readonly RecordAction[] {
  const { t } = useMessages();
  return useMemo(() => {
    const isRepeated = release.state === 'WITHDRAWN';
    const isCorrected = release.state !== 'DRAFT';
    const actions = stateActions({
      machine: RELEASE_MACHINE,
      record: release,
      icons: ICONS,
      label: (key) => {
        if (key === 'publish' && isRepeated) return t('release.action.publish-again');
        return key === 'edit' && isCorrected ? t('release.action.correct') : t(`release.action.${key}`);
      },
      notNow: '',
      t,
      run: (key) => (key === 'edit' ? onEdit() : onDialog(key)),
    });
    const preview: RecordAction = {
      key: 'preview',
      icon: IconEye,
      label: t('release.action.preview'),
      isAllowed: release.figures.bugs + release.figures.features + release.figures.improvements > 0,
      whyNot: t('release.preview.nothing'),
      run: onPreview,
    };
    return [preview, ...actions];
  }, [release, onEdit, onPreview, onDialog, t]);
}
