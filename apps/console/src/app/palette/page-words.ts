import type { MessageKey } from '@backcounter/i18n';
import type { FeaturePath } from '../../features/index.ts';

/** Synonyms of page titles for searching. */
export const PAGE_WORDS: Partial<Record<FeaturePath, MessageKey>> = {
  '/': 'palette.words.home',
  '/dashboard': 'palette.words.dashboard',
  '/accounts': 'palette.words.accounts',
  '/stores': 'palette.words.stores',
  '/notifications': 'palette.words.notifications',
  '/giveaways': 'palette.words.giveaways',
  '/campaigns': 'palette.words.campaigns',
  '/admin/areas': 'palette.words.areas',
  '/admin/topics': 'palette.words.topics',
  '/admin/badges': 'palette.words.badges',
  '/admin/config': 'palette.words.config',
  '/admin/releases': 'palette.words.releases',
  '/admin/translations': 'palette.words.translations',
  '/admin/streamers': 'palette.words.streamers',
  '/admin/machine-clients': 'palette.words.machine-clients',
  '/admin/audit': 'palette.words.audit',
  '/admin/jobs': 'palette.words.jobs',
};
