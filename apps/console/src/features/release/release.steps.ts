import { RELEASE_MACHINE } from '@backcounter/domain';
import { IconArrowBack, IconCopy, IconEye, IconPencil, IconTrash, IconWorldCheck } from '@tabler/icons-react';
import type { RichActions } from '../../records/record-screen.tsx';
import { stateActions } from '../../records/state-actions.ts';
import type { ReleaseRecord } from './release.entity.ts';

/** Dialogs that a release's page opens. */
export type ReleaseDialogName = 'publish' | 'withdraw' | 'duplicate' | 'discard' | 'preview';

const ICONS = {
  EDIT: IconPencil,
  PUBLISH: IconWorldCheck,
  WITHDRAW: IconArrowBack,
  DUPLICATE: IconCopy,
  DISCARD: IconTrash,
} as const;

/** Actions on a release. */
export const releaseActions: RichActions<ReleaseRecord, ReleaseDialogName> = {
  main: ['publish', 'edit'],
  behind: ['duplicate', 'withdraw', 'discard'],
  of: (release, { edit, open }, t) => [
    {
      key: 'preview',
      icon: IconEye,
      label: t('release.action.preview'),
      isAllowed: release.figures.bugs + release.figures.features + release.figures.improvements > 0,
      whyNot: t('release.preview.nothing'),
      run: () => open('preview'),
    },
    ...stateActions({
      machine: RELEASE_MACHINE,
      record: release,
      icons: ICONS,
      label: (key) => {
        if (key === 'publish' && release.state === 'WITHDRAWN') return t('release.action.publish-again');
        return key === 'edit' && release.state !== 'DRAFT' ? t('release.action.correct') : t(`release.action.${key}`);
      },
      notNow: '',
      t,
      run: (key) => (key === 'edit' ? edit(null) : open(key)),
    }),
  ],
};
