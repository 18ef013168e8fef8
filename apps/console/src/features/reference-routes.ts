import type { AuditKind, Permission } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { UiIcon } from '@backcounter/ui';
import {
  IconAdjustmentsHorizontal,
  IconAward,
  IconCategory,
  IconFolders,
  IconHash,
  IconMapPin,
  IconMicrophone,
  IconWorld,
} from '@tabler/icons-react';
import { createElement } from 'react';
import type { RecordFinder } from '../lib/record/record-finder.ts';
import type { EntityDefinition, EntityRow } from '../records/entity-definition.ts';
import type { SaidFields } from '../records/entity-words.ts';

interface ReferenceRoute<Row extends EntityRow> {
  /** Noun of its actions in the audit trail. */
  readonly kind: AuditKind;
  readonly titleKey: MessageKey;
  readonly icon: UiIcon;
  /** Letter after `g`. */
  readonly key: string;
  readonly definition: () => Promise<EntityDefinition<Row>>;
  readonly finder?: () => Promise<RecordFinder>;
  readonly alsoPermission?: Permission;
}

/** The page of an entity, from its definition. */
export const entityPage =
  <Row extends EntityRow>(definition: () => Promise<EntityDefinition<Row>>) =>
  async () => {
    const [{ EntityPage }, loaded] = await Promise.all([import('../records/entity-page.tsx'), definition()]);
    const page = () => createElement(EntityPage<Row>, { definition: loaded });
    return { Page: page };
  };

export const loadApps = () => import('./app/app.entity.tsx').then(({ apps }) => apps);
export const loadMachineClients = () =>
  import('./machine-client/machine-client.entity.tsx').then(({ machineClients }) => machineClients);
export const loadStaffMembers = () =>
  import('./staff-member/staff-member.entity.tsx').then(({ staffMembers }) => staffMembers);

/** The route of an entity, with the page of its definition. */
function reference<Row extends EntityRow>({ kind, titleKey, icon, key, definition, ...more }: ReferenceRoute<Row>) {
  return {
    ...more,
    permission: 'area.admin',
    titleKey,
    nav: { group: 'reference-data', icon, key },
    page: entityPage(definition),
    kind,
    said: definition satisfies () => Promise<SaidFields<never>>,
  } as const;
}

/** Table of contents of reference data: path -> entity. The order is that of the navigation. */
export const REFERENCE_ROUTES = {
  '/admin/areas': reference({
    kind: 'area',
    titleKey: 'shell.page.areas',
    icon: IconMapPin,
    key: 'r',
    definition: () => import('./area/area.entity.tsx').then(({ areas }) => areas),
    finder: () => import('./reference-finder.ts').then(({ areaFinder }) => areaFinder),
  }),
  '/admin/countries': reference({
    kind: 'country',
    titleKey: 'shell.page.countries',
    icon: IconWorld,
    key: 'o',
    definition: () => import('./country/country.entity.tsx').then(({ countries }) => countries),
    finder: () => import('./reference-finder.ts').then(({ countryFinder }) => countryFinder),
  }),
  '/admin/topics': reference({
    kind: 'topic',
    titleKey: 'shell.page.topics',
    icon: IconHash,
    key: 't',
    definition: () => import('./topic/topic.entity.tsx').then(({ topics }) => topics),
    finder: () => import('./reference-finder.ts').then(({ topicFinder }) => topicFinder),
  }),
  '/admin/topic-categories': reference({
    kind: 'topic-category',
    titleKey: 'shell.page.topic-categories',
    icon: IconFolders,
    key: 'p',
    definition: () =>
      import('./topic-category/topic-category.entity.ts').then(({ topicCategories }) => topicCategories),
    finder: () => import('./reference-finder.ts').then(({ topicCategoryFinder }) => topicCategoryFinder),
  }),
  '/admin/badges': reference({
    kind: 'badge',
    titleKey: 'shell.page.badges',
    icon: IconAward,
    key: 'b',
    definition: () => import('./badge/badge.entity.tsx').then(({ badges }) => badges),
    finder: () => import('./reference-finder.ts').then(({ badgeFinder }) => badgeFinder),
  }),
  '/admin/badge-categories': reference({
    kind: 'badge-category',
    titleKey: 'shell.page.badge-categories',
    icon: IconCategory,
    key: 'e',
    definition: () =>
      import('./badge-category/badge-category.entity.ts').then(({ badgeCategories }) => badgeCategories),
    finder: () => import('./reference-finder.ts').then(({ badgeCategoryFinder }) => badgeCategoryFinder),
  }),
  '/admin/config': reference({
    kind: 'config-entry',
    titleKey: 'shell.page.config',
    icon: IconAdjustmentsHorizontal,
    key: 'f',
    definition: () => import('./config-entry/config-entry.entity.tsx').then(({ configEntries }) => configEntries),
    finder: () => import('./reference-finder.ts').then(({ configEntryFinder }) => configEntryFinder),
  }),
  '/admin/streamers': reference({
    kind: 'streamer',
    alsoPermission: 'streamer.read',
    titleKey: 'shell.page.streamers',
    icon: IconMicrophone,
    key: 'y',
    definition: () => import('./streamer/streamer.entity.tsx').then(({ streamers }) => streamers),
    finder: () => import('./streamer/streamer-finder.ts').then(({ streamerFinder }) => streamerFinder),
  }),
};
