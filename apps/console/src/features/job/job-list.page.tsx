import { useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { JobSortKey, JobViewFragment } from '../../generated/graphql.ts';
import { jobTitle } from '../../jobs/job-words.ts';
import { load } from '../../lib/api/graphql-client.ts';
import type { ListDefinition } from '../../listing/list-definition.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { listNewsOf } from '../../listing/news/list-news-source.ts';
import { jobColumns, jobPhoneRow } from './job-columns.tsx';
import { jobFilterInput, jobFilters } from './job-filters.ts';
import { jobCountQuery, jobListQuery, jobNewsSubscription } from './job-page.operations.ts';
import { useLivePage } from './use-live-page.ts';

const JobDrawer = lazy(() => import('./job-drawer.tsx').then((module) => ({ default: module.JobDrawer })));

const PATH = '/admin/jobs';
/** Parameter of the job that is open beside the list. */
const OPEN = 'open';

const jobList: ListDefinition<JobViewFragment> = {
  name: 'jobs',
  capability: 'JOBS',
  titleKey: 'shell.page.jobs',
  searchHintKey: () => 'job.search.hint',
  emptyKey: 'job.place.none',
  columns: jobColumns,
  filters: jobFilters,
  sorts: { created: 'CREATED' satisfies JobSortKey },
  matchKey: (matchedBy) => (matchedBy === 'ID' ? 'job.match.id' : null),
  rowId: ({ id }) => id,
  rowHref: ({ id }, search) => {
    const params = new URLSearchParams(search);
    params.set(OPEN, id);
    return `${PATH}?${params}`;
  },
  rowLabel: jobTitle,
  phoneRow: jobPhoneRow,
  filterInput: jobFilterInput,
  source: {
    async page({ filters, search, sort, page }, signal) {
      const variables = {
        ...page,
        filter: jobFilterInput(filters),
        search: search || null,
        sort: sort && { key: sort.key as JobSortKey, direction: sort.direction },
      };
      const { jobs } = await load(jobListQuery, variables, signal);
      const { hasNextPage, hasPreviousPage, startCursor, endCursor } = jobs.pageInfo;
      return {
        rows: jobs.nodes,
        ends: { hasNextPage, hasPreviousPage, startCursor: startCursor ?? null, endCursor: endCursor ?? null },
        matchedBy: jobs.matchedBy ?? null,
      };
    },
    async count({ filters, search }, signal) {
      const variables = { filter: jobFilterInput(filters), search: search || null };
      return (await load(jobCountQuery, variables, signal)).jobs.count;
    },
  },
  news: listNewsOf({
    document: jobNewsSubscription,
    variables: ({ filters, search }, since) => ({ since, filter: jobFilterInput(filters), search: search || null }),
    count: ({ jobsCreated }) => jobsCreated,
  }),
};

/** `/admin/jobs`: everybody's background jobs, live. */
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
      {open ? (
        <Suspense fallback={null}>
          <JobDrawer key={open} id={open} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
