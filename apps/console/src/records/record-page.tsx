import { useMessages } from '@backcounter/i18n/react';
import type { UiIcon } from '@backcounter/ui';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { usePageTitle } from '../lib/page/page-title.ts';
import { part } from '../lib/page/part.ts';
import './cards.css';
import styles from './record-page.module.css';

const AlsoHere = part(() => import('./also-here.tsx'), 'AlsoHere');

/** One tab of a record; its key is in the URL as `?tab=…`, except for the first tab. */
export interface RecordTab {
  readonly key: string;
  readonly label: string;
  readonly count?: string;
}

/** Properties of {@link RecordPage}. */
export interface RecordPageProps {
  readonly picture: ReactNode;
  readonly title: string;
  readonly state: ReactNode;
  /** The id chip, then at most three facts. */
  readonly facts: readonly ReactNode[];
  readonly actions: ReactNode;
  /** None: the record is one page. */
  readonly tabs: readonly RecordTab[];
  readonly tab: string;
  /** URLs of the records before and after in the list that the person came from. */
  readonly neighbours?: { readonly previous: string | null; readonly next: string | null } | null;
  /** Notice at the bottom that the record was changed since it was loaded. */
  readonly news?: ReactNode;
  /** People with this part of the record do not see each other. */
  readonly isAlone?: boolean;
  readonly children: ReactNode;
}

/** The frame of every record: its identity, actions and tabs. */
export function RecordPage(props: RecordPageProps) {
  const { tabs, tab, neighbours } = props;
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const { t } = useMessages();
  usePageTitle(props.title);
  const heading = useRef<HTMLHeadingElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    // A button disappears with the record's state, and a form when it is saved: Tab continues from the record, not from
    // the top of the page.
    if (hadFocus.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });
  const step = (href: string | null, label: string, Icon: typeof IconChevronUp) => (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={label}
      disabled={href === null}
      onClick={() => href !== null && void router.navigate({ href })}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tracks whether the focus is inside
    <div
      className={styles['record']}
      onFocus={() => {
        hadFocus.current = true;
      }}
      // Not called when the focused element is removed: then the person did not leave.
      onBlur={() => {
        hadFocus.current = false;
      }}
    >
      <header className={styles['head']}>
        <div className={styles['picture']} data-record-picture>
          {props.picture}
        </div>
        <div className={styles['names']}>
          <div className={styles['title']}>
            <h1 className="bc-shrink bc-break" ref={heading} tabIndex={-1} dir="auto">
              {props.title}
            </h1>
            {props.state}
          </div>
          <ul className={styles['facts']}>
            {props.facts.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: facts have a fixed order
              <li key={index}>{fact}</li>
            ))}
          </ul>
        </div>
        {props.isAlone ? null : <AlsoHere href={pathname} hasForm={new URLSearchParams(searchStr).has('edit')} />}
        <div className={styles['actions']} data-actions>
          {neighbours ? (
            <div className={styles['steps']}>
              {step(neighbours.previous, t('records.step.previous'), IconChevronUp)}
              {step(neighbours.next, t('records.step.next'), IconChevronDown)}
            </div>
          ) : null}
          {props.actions}
        </div>
      </header>
      {tabs.length > 0 ? <RecordTabs tabs={tabs} tab={tab} search={{}} /> : null}
      <div
        className={styles['body']}
        {...(tabs.length > 0
          ? { role: 'tabpanel', id: 'record-panel', 'aria-labelledby': `record-tab-${tab}` }
          : { 'data-whole': true })}
      >
        {props.children}
      </div>
      {props.news}
    </div>
  );
}

interface RecordTabsProps {
  readonly tabs: readonly RecordTab[];
  readonly tab: string;
  /** Parameters of the URL besides the tab. */
  readonly search: Readonly<Record<string, string>>;
}

/** Tabs with URLs: each is a link, so it can be opened elsewhere too; arrows move between them. */
export function RecordTabs({ tabs, tab, search }: RecordTabsProps) {
  const { t, dir } = useMessages();
  const list = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const widths = tabs.map(({ count }) => count).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts load later and shift the tabs
  useLayoutEffect(() => {
    const strip = list.current;
    const shown = strip?.querySelector(`#record-tab-${tab}`)?.getBoundingClientRect();
    if (!strip || !shown) return;
    // Scrolls only the strip: `scrollIntoView` would move the page as well.
    const { left, right } = strip.getBoundingClientRect();
    if (shown.left < left || shown.right > right) strip.scrollLeft += (shown.left + shown.right - left - right) / 2;
  }, [tab, widths]);
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const at = links.indexOf(event.target as HTMLElement);
    const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    links[(to + links.length) % links.length]?.focus();
  };
  return (
    <div
      ref={list}
      className={styles['tabs']}
      role="tablist"
      aria-label={t('records.tabs.label')}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ key, label, count }, index) => (
        <Link
          key={key}
          to={pathname}
          search={index === 0 ? search : { ...search, tab: key }}
          resetScroll={false}
          replace={false}
          role="tab"
          id={`record-tab-${key}`}
          aria-selected={key === tab}
          aria-controls={key === tab ? 'record-panel' : undefined}
          tabIndex={key === tab ? 0 : -1}
          className={styles['tab']}
        >
          {label}
          {count === undefined ? null : <span className="bc-faint">{count}</span>}
        </Link>
      ))}
    </div>
  );
}

/** The tab in the URL; the first if missing or unknown. */
export function useRecordTab(tabs: readonly RecordTab[]): { readonly tab: string; readonly isEditing: boolean } {
  const params = new URLSearchParams(useLocation().searchStr);
  const asked = params.get('tab');
  const tab = tabs.find(({ key }) => key === asked)?.key ?? tabs[0]?.key ?? '';
  return { tab, isEditing: params.has('edit') };
}

/** Navigates to other parameters of the same record, such as `edit`; keeps the scroll offset. */
export function useRecordSearch(): (search: string, how?: { readonly replace?: boolean }) => void {
  const router = useRouter();
  const { pathname } = useLocation();
  return (search, { replace = false } = {}) => {
    void router.navigate({ href: search === '' ? pathname : `${pathname}?${search}`, replace, resetScroll: false });
  };
}

/** Picture of a record in its head, or the icon of its kind. */
export function RecordPicture({
  icon: Icon,
  url,
}: {
  readonly icon: UiIcon;
  readonly url?: string | null | undefined;
}) {
  return url == null ? (
    <span className="bc-record-picture">
      <Icon size={24} stroke={1.75} aria-hidden />
    </span>
  ) : (
    <img className="bc-record-picture" src={url} alt="" />
  );
}

/** A card of a record's body. */
export function RecordCard(props: {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="bc-record-card">
      <header>
        <h2>{props.title}</h2>
        {props.action}
      </header>
      {props.children}
    </section>
  );
}

/** Names and values, one per line. */
export function FactList({
  facts,
}: {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
}) {
  return (
    <dl className="bc-facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
