import { may, type Role } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import type { UiIcon } from '@backcounter/ui';
import {
  FEATURE_PATHS,
  FEATURE_ROUTES,
  type FeaturePath,
  type FeatureRoute,
  NAV_GROUPS,
  type NavGroup,
} from '../features/index.ts';

export interface NavItem {
  readonly path: FeaturePath;
  readonly titleKey: MessageKey;
  readonly icon: UiIcon;
  readonly key: string;
}

/** True when these roles pass the guards of a route's table entry. */
export function mayOpen(path: FeaturePath, roles: readonly Role[]): boolean {
  const { permission, alsoPermission }: FeatureRoute = FEATURE_ROUTES[path];
  return may(roles, permission) && (!alsoPermission || may(roles, alsoPermission));
}

/** Groups and pages that these roles may open, without empty groups. */
export function navigationFor(
  roles: readonly Role[],
): readonly { readonly group: NavGroup; readonly items: readonly NavItem[] }[] {
  return NAV_GROUPS.map((group) => ({
    group,
    items: FEATURE_PATHS.flatMap((path): NavItem[] => {
      const { nav, titleKey }: FeatureRoute = FEATURE_ROUTES[path];
      return nav?.group === group && mayOpen(path, roles) ? [{ path, titleKey, icon: nav.icon, key: nav.key }] : [];
    }),
  })).filter(({ items }) => items.length > 0);
}

/** The page of the navigation that a route belongs to: `/accounts` for `/accounts/$id`. */
export function sectionOf(path: FeaturePath): FeaturePath {
  const pages = FEATURE_PATHS.filter((each) => 'nav' in FEATURE_ROUTES[each] && `${path}/`.startsWith(`${each}/`));
  return pages.sort((a, b) => b.length - a.length)[0] ?? path;
}
