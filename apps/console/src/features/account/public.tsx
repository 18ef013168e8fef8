export { accountFilters } from './account-filters.ts';
export { accountListOf } from './account-list.page.tsx';
