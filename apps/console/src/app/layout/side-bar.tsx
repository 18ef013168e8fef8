import { homePath, may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useHint } from '@backcounter/ui';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useId } from 'react';
import { part } from '../../lib/page/part.ts';
import { GO_KEY } from '../../lib/page/shortcut-key.ts';
import { session } from '../../lib/settings/session.ts';
import { featurePathOf } from '../known-path.ts';
import { type NavItem, navigationFor, sectionOf } from '../navigation.ts';
import { Mark } from './mark.tsx';
import styles from './side-bar.module.css';

const ApprovalCount = part(() => import('./approval-count.tsx'), 'ApprovalCount');

const ICONS_ONLY = '(min-width: 64em) and (max-width: 89.9375em)';

/** The navigation at the side of wide screens. */
export function SideBar() {
  const { t } = useMessages();
  const isIconsOnly = useMediaQuery(ICONS_ONLY) ?? false;
  return (
    <nav className={styles['side']} aria-label={t('shell.nav.label')}>
      <Brand />
      <Navigation isIconsOnly={isIconsOnly} />
    </nav>
  );
}

/** Logo and name; links to the start page. */
export function Brand() {
  const { t } = useMessages();
  const { person } = useSelector(session.state);
  return (
    <Link to={homePath(person?.roles ?? [])} className={styles['brand']}>
      <Mark size={22} />
      <span>{t('shell.product.name')}</span>
    </Link>
  );
}

interface NavigationProps {
  readonly isIconsOnly?: boolean;
  readonly onNavigate?: () => void;
}

/** Groups and pages that the signed-in person may open. */
export function Navigation({ isIconsOnly = false, onNavigate }: NavigationProps) {
  const { t } = useMessages();
  const id = useId();
  const { person } = useSelector(session.state);
  const { pathname } = useLocation();
  const path = featurePathOf(pathname);
  const current = path && sectionOf(path);
  return (
    <div className={styles['nav']}>
      {navigationFor(person?.roles ?? []).map(({ group, items }) => (
        <div key={group}>
          {group === 'top' ? null : <h2 id={`${id}-${group}`}>{t(`shell.group.${group}`)}</h2>}
          <ul aria-labelledby={group === 'top' ? undefined : `${id}-${group}`}>
            {items.map((item) => (
              <li key={item.path}>
                <NavLink
                  item={item}
                  isCurrent={item.path === current}
                  isIconsOnly={isIconsOnly}
                  onNavigate={onNavigate}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

interface NavLinkProps {
  readonly item: NavItem;
  readonly isCurrent: boolean;
  readonly isIconsOnly: boolean;
  readonly onNavigate: (() => void) | undefined;
}

function NavLink({ item, isCurrent, isIconsOnly, onNavigate }: NavLinkProps) {
  const { t } = useMessages();
  const word = t(item.titleKey);
  const { person } = useSelector(session.state);
  const chord = `${GO_KEY} ${item.key}`;
  const { target, hint } = useHint(isIconsOnly ? `${word} (${chord})` : chord);
  return (
    <>
      <Link
        to={item.path}
        className={styles['navItem']}
        activeOptions={{ exact: true, includeSearch: false }}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onNavigate}
        {...target}
        aria-describedby={undefined}
      >
        <item.icon stroke={1.75} aria-hidden />
        <span>{word}</span>
        {item.path === '/approvals' && may(person?.roles ?? [], 'approval.decide') ? <ApprovalCount /> : null}
      </Link>
      {hint}
    </>
  );
}
