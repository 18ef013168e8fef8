import { useMessages } from '@backcounter/i18n/react';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { FEATURE_ROUTES, type FeatureRoute } from '../../features/index.ts';
import { pageTitle } from '../../lib/page/page-title.ts';
import { useNoteRecord } from '../../lib/record/note-record.ts';
import { featurePathOf } from '../known-path.ts';
import { sectionOf } from '../navigation.ts';
import styles from './breadcrumbs.module.css';

/** Group, section and record of this page. */
export function Breadcrumbs() {
  const { t } = useMessages();
  const { pathname, searchStr } = useLocation();
  const title = useSelector(pageTitle);
  const path = featurePathOf(pathname);
  const section = path && sectionOf(path);
  const isRecord = section !== path;
  const { nav, titleKey }: FeatureRoute = FEATURE_ROUTES[section ?? '/'];
  // A new record has a name, but no URL of its own; beside a list, the name is the list's.
  const isNew = !isRecord && title !== null && title !== t(titleKey) && new URLSearchParams(searchStr).has('new');
  // A page without a name of its own yet is not a record to return to.
  const isNamed = path !== null && title !== t(FEATURE_ROUTES[path].titleKey);
  useNoteRecord(isRecord && isNamed ? pathname : null, title);
  if (!path || !section) return null;
  const crumbs = [
    ...(nav && nav.group !== 'top' ? [{ key: 'group', content: <span>{t(`shell.group.${nav.group}`)}</span> }] : []),
    {
      key: 'section',
      content:
        isRecord || isNew ? <Link to={section}>{t(titleKey)}</Link> : <span aria-current="page">{t(titleKey)}</span>,
    },
    ...(isRecord || isNew
      ? [
          {
            key: 'record',
            content: (
              <span aria-current="page" dir="auto">
                {title ?? t(FEATURE_ROUTES[path].titleKey)}
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <nav aria-label={t('shell.breadcrumbs.label')} style={{ minWidth: 0 }}>
      <ol className={styles['crumbs']}>
        {crumbs.map(({ key, content }, index) => (
          <li key={key}>
            {index > 0 ? <IconChevronRight size={14} stroke={1.75} aria-hidden className="bc-mirror" /> : null}
            {content}
          </li>
        ))}
      </ol>
    </nav>
  );
}
