import { ERROR_CODES, type ErrorCode } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconArrowBack, IconCopy, IconEye, IconPencil, IconTrash, IconWorldCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { errorKey } from '../../lib/error-text.ts';
import type { RecordAction } from '../../lib/record-actions.ts';
import { type ReleaseRecord, rightTo } from './use-release.ts';

/** Dialogs that a release's page opens. */
export type ReleaseDialogName = 'publish' | 'withdraw' | 'duplicate' | 'discard';

interface ReleaseActionOptions {
  readonly release: ReleaseRecord;
  readonly onEdit: () => void;
  readonly onPreview: () => void;
  readonly onDialog: (dialog: ReleaseDialogName) => void;
}

const RIGHTS = [
  { key: 'edit', right: 'EDIT', icon: IconPencil },
  { key: 'publish', right: 'PUBLISH', icon: IconWorldCheck },
  { key: 'withdraw', right: 'WITHDRAW', icon: IconArrowBack },
  { key: 'duplicate', right: 'DUPLICATE', icon: IconCopy },
  { key: 'discard', right: 'DISCARD', icon: IconTrash },
] as const;

/** Steps that make no sense in a state are not offered there. */
const OUT_OF_PLACE: Readonly<Record<ReleaseRecord['state'], readonly string[]>> = {
  DRAFT: ['withdraw'],
  PUBLISHED: ['publish', 'discard'],
  WITHDRAWN: ['withdraw', 'discard'],
};

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** What can be done with a release now, as the server says: absent for people who can never do it, else with the reason why not now. */
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
    const labelOf = (key: (typeof RIGHTS)[number]['key']) => {
      if (key === 'publish' && isRepeated) return t('release.action.publish-again');
      return key === 'edit' && isCorrected ? t('release.action.correct') : t(`release.action.${key}`);
    };
    const actions = RIGHTS.flatMap(({ key, right, icon }): RecordAction[] => {
      const stands = rightTo(release, right);
      if (!stands || OUT_OF_PLACE[release.state].includes(key)) return [];
      const { refusal } = stands;
      return [
        {
          key,
          icon,
          label: labelOf(key),
          isAllowed: stands.isAllowed,
          whyNot: refusal && isErrorCode(refusal) ? t(errorKey(refusal)) : '',
          run: key === 'edit' ? onEdit : () => onDialog(key),
        },
      ];
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
