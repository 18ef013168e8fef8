import { JOB_KINDS, JOB_STATES, type JobState } from '@backcounter/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { JobFilter, JobSortKey, JobViewFragment } from '../../generated/graphql.ts';
import { jobTitle } from '../../jobs/job-words.ts';
import { useNewestJobId } from '../../jobs/use-my-jobs.ts';
import { followLive } from '../../lib/live/live-feed.ts';
import { part } from '../../lib/page/part.ts';
import { beside } from '../../listing/address/beside.ts';
import { chosenInput, instantInput, setInput } from '../../listing/filter/filter-input.ts';
import type { FilterValue } from '../../listing/filter/filter-value.ts';
import type { ListDefinition, ListFilter, ListPageData } from '../../listing/list-definition.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { listSource } from '../../listing/list-source.ts';
import { listNewsOf } from '../../listing/news/list-news-source.ts';
import { refreshLists } from '../../listing/use-list-data.ts';
import { answeredRequests } from './answered-requests.ts';
import { jobColumns, jobPhoneRow } from './job-columns.tsx';
import { jobCountQuery, jobListQuery, jobNewsSubscription, jobsChanged } from './job-page.operations.ts';

/** Dots separate the values of a filter in the URL; kinds have no underscore. */
const kindCode = (kind: string) => kind.replaceAll('.', '_');
const kindOfCode = (code: string) => code.replaceAll('_', '.');

const isState = (text: string): text is JobState => (JOB_STATES as readonly string[]).includes(text);

/** Filters of jobs; each has an index on the server. */
const jobFilters: readonly ListFilter[] = [
  {
    key: 'state',
    labelKey: 'job.field.state',
    shape: 'set',
    options: ({ t }) => Promise.resolve(JOB_STATES.map((value) => ({ value, label: t(`job.state.${value}`) }))),
  },
  {
    key: 'kind',
    labelKey: 'job.field.kind',
    shape: 'set',
    options: ({ t }) =>
      Promise.resolve(JOB_KINDS.map((kind) => ({ value: kindCode(kind), label: t(`job.kind.${kind}`) }))),
  },
  { key: 'created', labelKey: 'job.field.created', shape: 'instant' },
];

/** The chosen filters as input of the API; null if none is chosen. */
function jobFilterInput(filters: Readonly<Record<string, FilterValue>>): JobFilter | null {
  return chosenInput({
    state: setInput(filters['state'], (text) => (isState(text) ? text : null)),
    kind: setInput(filters['kind'], kindOfCode),
    created: instantInput(filters['created']),
  }) as JobFilter | null;
}

type Page = ListPageData<JobViewFragment>;

/** Updates the jobs on the current page in place. A new job of this person refetches the page. */
function useLivePage(list: string): void {
  const queryClient = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  );
  const ids = useSyncExternalStore(subscribe, () => {
    const shown = queryClient.getQueryCache().findAll({ queryKey: ['list', list], type: 'active' });
    return shown.flatMap(({ state }) => (state.data as Page | undefined)?.rows.map(({ id }) => id) ?? []).join(' ');
  });
  useEffect(() => {
    if (ids === '') return;
    const pages = answeredRequests<Page>(queryClient, ['list', list]);
    const stop = followLive(
      jobsChanged,
      { ids: ids.split(' ') },
      {
        onResult: ({ jobsChanged: jobs }) => {
          const changed = new Map(jobs.map((job) => [job.id, job]));
          pages.update((page) => ({ ...page, rows: page.rows.map((row) => changed.get(row.id) ?? row) }));
          for (const job of jobs)
            queryClient.setQueryData<JobViewFragment>(['job', job.id], (known) => known && { ...known, ...job });
        },
        onRecovered: () => void refreshLists(queryClient, list),
      },
    );
    return () => {
      stop();
      pages.stop();
    };
  }, [ids, list, queryClient]);
  const newest = useNewestJobId();
  const shown = useRef(newest);
  useEffect(() => {
    if (shown.current === newest) return;
    shown.current = newest;
    void refreshLists(queryClient, list);
  }, [newest, list, queryClient]);
}

const JobDrawer = part(() => import('./job-drawer.tsx'), 'JobDrawer');

const PATH = '/admin/jobs';
/** Search parameter of the job that is open beside the list. */
const OPEN = 'open';

export const jobList: ListDefinition<JobViewFragment> = {
  name: 'jobs',
  capability: 'JOBS',
  titleKey: 'shell.page.jobs',
  searchHintKey: () => 'job.search.hint',
  emptyKey: 'job.place.none',
  emptyBodyKey: 'job.place.none-body',
  columns: jobColumns,
  filters: jobFilters,
  sorts: { created: 'CREATED' satisfies JobSortKey },
  matchKey: (matchedBy) => (matchedBy === 'ID' ? 'job.match.id' : null),
  rowId: ({ id }) => id,
  rowHref: ({ id }, search) => beside(PATH, search, { [OPEN]: id }),
  rowLabel: jobTitle,
  phoneRow: jobPhoneRow,
  filterInput: jobFilterInput,
  source: listSource({ page: jobListQuery, count: jobCountQuery }, jobFilterInput),
  news: listNewsOf({
    document: jobNewsSubscription,
    variables: ({ filters, search }, since) => ({ since, filter: jobFilterInput(filters), search: search || null }),
    count: ({ jobsCreated }) => jobsCreated,
  }),
};

/** `/admin/jobs`: background jobs of all staff, live. */
export function JobListPage() {
  const router = useRouter();
  const { searchStr } = useLocation();
  useLivePage(jobList.name);
  const params = new URLSearchParams(searchStr);
  const open = params.get(OPEN);
  const close = () => {
    params.delete(OPEN);
    const href = params.size > 0 ? `${PATH}?${params}` : PATH;
    void router.navigate({ href, replace: true, resetScroll: false });
  };
  return (
    <>
      <ListPage definition={jobList} openRow={open} />
      {open ? <JobDrawer key={open} id={open} onClose={close} /> : null}
    </>
  );
}
