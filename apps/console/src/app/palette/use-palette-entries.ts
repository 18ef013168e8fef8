import { may } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { useLanguages, useMessages } from '@backcounter/i18n/react';
import type { UiIcon } from '@backcounter/ui';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconExternalLink,
  IconHistory,
  IconHome,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  IconTicket,
} from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useMemo } from 'react';
import { FEATURE_ROUTES, type FeaturePath, type FeatureRoute } from '../../features/index.ts';
import { GO_KEY } from '../../lib/page/shortcut-key.ts';
import { useRecentRecords } from '../../lib/record/recent-records.ts';
import { recordActions } from '../../lib/record/record-actions.ts';
import { session } from '../../lib/settings/session.ts';
import { chooseLanguage } from '../choose-language.ts';
import { featurePathOf } from '../known-path.ts';
import type { ShellLayer } from '../layout/shell-layer.ts';
import { mayOpen, navigationFor, sectionOf } from '../navigation.ts';
import { type PaletteEntry, type PaletteGroup, PLAIN } from './palette-entry.ts';

/** Synonyms of page titles for searching. */
const PAGE_WORDS: Partial<Record<FeaturePath, MessageKey>> = {
  '/': 'palette.words.home',
  '/dashboard': 'palette.words.dashboard',
  '/approvals': 'palette.words.approvals',
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
  '/admin/people': 'palette.words.people',
  '/admin/apps': 'palette.words.apps',
  '/admin/machine-clients': 'palette.words.machine-clients',
  '/admin/audit': 'palette.words.audit',
  '/admin/jobs': 'palette.words.jobs',
};

const MODES = [
  { mode: 'light', icon: IconSun, key: 'shell.mode.light' },
  { mode: 'dark', icon: IconMoon, key: 'shell.mode.dark' },
  { mode: 'auto', icon: IconDeviceDesktop, key: 'shell.mode.system' },
] as const;

type Entries = readonly PaletteEntry[];
export type PaletteEntries = Readonly<Record<PaletteGroup, Entries>>;

/** All entries without a request to the server that this person may use. */
export function usePaletteEntries(onOpen: (layer: ShellLayer) => void): PaletteEntries {
  const actions = useSelector(recordActions);
  return {
    actions: actions.map(({ key, label, icon, isAllowed, whyNot, run }) => ({
      ...PLAIN,
      id: `action-${key}`,
      title: label,
      icon,
      whyNot: isAllowed ? null : whyNot,
      deed: { kind: 'run', run },
    })),
    recent: useRecent(),
    pages: usePages(),
    settings: useSettings(onOpen),
  };
}

/** Records opened last, except the current one and those that a changed role no longer permits. */
function useRecent(): Entries {
  const { t } = useMessages();
  const { pathname, href: here } = useLocation();
  // Without them the palette has its other entries.
  const { data: records = [], error } = useRecentRecords();
  const { person } = useSelector(session.state);
  if (error) return [];
  return records.flatMap(({ href, title, sectionKey, face }) => {
    const path = featurePathOf(href.split('?', 1)[0] ?? href);
    if (href === pathname || href === here || path === null || !mayOpen(path, person?.roles ?? [])) return [];
    const { nav }: FeatureRoute = FEATURE_ROUTES[sectionOf(path)];
    return {
      ...PLAIN,
      id: `recent-${href}`,
      title,
      detail: t(sectionKey),
      icon: nav?.icon ?? null,
      face,
      deed: { kind: 'go', href },
    };
  });
}

const deed = (id: string, title: string, icon: UiIcon, href: string): PaletteEntry => ({
  ...PLAIN,
  id: `page-${id}`,
  title,
  icon,
  deed: { kind: 'go', href },
});

function usePages(): Entries {
  const { t } = useMessages();
  const { person } = useSelector(session.state);
  const roles = person?.roles;
  return useMemo(() => {
    const home: Entries = mayOpen('/', roles ?? [])
      ? [
          {
            ...PLAIN,
            id: 'page-/',
            title: t(FEATURE_ROUTES['/'].titleKey),
            words: t('palette.words.home'),
            icon: IconHome,
            deed: { kind: 'go', href: '/' },
          },
        ]
      : [];
    const pages = navigationFor(roles ?? []).flatMap(({ group, items }) =>
      items.map(({ path, titleKey, icon, key }): PaletteEntry => {
        const words = PAGE_WORDS[path];
        return {
          ...PLAIN,
          id: `page-${path}`,
          title: t(titleKey),
          words: words ? t(words) : '',
          detail: group === 'top' ? '' : t(`shell.group.${group}`),
          icon,
          keys: [GO_KEY, key],
          deed: { kind: 'go', href: path },
        };
      }),
    );
    // Actions that people need more often than the page they are on.
    const deeds: Entries = [
      ...(may(roles ?? [], 'notification.edit')
        ? [deed('new-notification', t('palette.new-notification'), IconPlus, '/notifications?new')]
        : []),
      ...(may(roles ?? [], 'giveaway.edit')
        ? [deed('new-giveaway', t('palette.new-giveaway'), IconPlus, '/giveaways?new')]
        : []),
      ...(may(roles ?? [], 'campaign.edit')
        ? [deed('new-campaign', t('palette.new-campaign'), IconPlus, '/campaigns?new')]
        : []),
      ...(may(roles ?? [], 'release.edit')
        ? [deed('new-release', t('palette.new-release'), IconPlus, '/admin/releases?new')]
        : []),
      ...(may(roles ?? [], 'coupon.check')
        ? [deed('check-coupon', t('palette.check-coupon'), IconTicket, '/campaigns?check')]
        : []),
    ];
    return [...home, ...pages, ...deeds];
  }, [roles, t]);
}

function useSettings(onOpen: (layer: ShellLayer) => void): Entries {
  const { t } = useMessages();
  const router = useRouter();
  const { current, languages } = useLanguages();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { person } = useSelector(session.state);
  const run = (act: () => void): PaletteEntry['deed'] => ({ kind: 'run', run: act });
  const otherLanguages = languages.length < 2 ? [] : languages.filter(({ key }) => key !== current);
  return [
    ...otherLanguages.map(({ key, name }) => ({
      ...PLAIN,
      id: `language-${key}`,
      title: name,
      words: `${t('shell.language.label')} ${key}`,
      detail: t('shell.language.label'),
      icon: IconLanguage,
      deed: run(() => void chooseLanguage({ key, name })),
    })),
    ...MODES.filter(({ mode }) => mode !== colorScheme).map(({ mode, icon, key }) => ({
      ...PLAIN,
      id: `mode-${mode}`,
      title: t(key),
      words: `${t('shell.mode.label')} ${t('palette.words.mode')}`,
      detail: t('shell.mode.label'),
      icon,
      deed: run(() => setColorScheme(mode)),
    })),
    {
      ...PLAIN,
      id: 'messages',
      title: t('shell.person.messages'),
      words: t('palette.words.messages'),
      icon: IconHistory,
      deed: run(() => onOpen('messages')),
    },
    {
      ...PLAIN,
      id: 'shortcuts',
      title: t('shell.person.shortcuts'),
      words: t('palette.words.shortcuts'),
      icon: IconKeyboard,
      keys: ['?'],
      deed: run(() => onOpen('shortcuts')),
    },
    ...(person?.adminUrl
      ? [
          {
            ...PLAIN,
            id: 'administration',
            title: t('shell.person.admin-link'),
            icon: IconExternalLink,
            deed: { kind: 'leave', href: person.adminUrl } as const,
          },
        ]
      : []),
    {
      ...PLAIN,
      id: 'sign-out',
      title: t('common.action.sign-out'),
      words: t('palette.words.sign-out'),
      icon: IconLogout,
      deed: run(() => void router.navigate({ to: '/logout' })),
    },
  ];
}
