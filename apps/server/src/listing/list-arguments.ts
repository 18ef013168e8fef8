import { AppError, LIMITS } from '@backcounter/domain';
import { checkPageSize } from '../graphql/documents/document-limits.ts';
import { callerMay, type RequestContext } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';
import type { ListDefinition, SortDefinition } from './list-definition.ts';
import type { FilterInput } from './list-filter.ts';

/** Arguments of a list field. */
export interface ListArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
  readonly filter?: FilterInput | null | undefined;
  readonly sort?: { readonly key: string; readonly direction: 'ASC' | 'DESC' } | null | undefined;
  readonly search?: string | null | undefined;
  readonly startAt?:
    | { readonly id?: string | null | undefined; readonly date?: Date | null | undefined }
    | null
    | undefined;
}

/** The order of a page. */
export interface Order {
  readonly key: string;
  readonly sort: SortDefinition;
  readonly direction: 'ASC' | 'DESC';
}

/** Number of rows requested. @throws AppError `request.malformed`, `operation.too-complex` */
export function pageSize({ first, last, after, before, startAt }: ListArguments): number {
  if ((first != null && last != null) || (after != null && before != null)) {
    throw new AppError('request.malformed', { message: 'Request a page from one end only.' });
  }
  if ((first != null && before != null) || (last != null && after != null)) {
    throw new AppError('request.malformed', { message: 'first goes with after, last with before.' });
  }
  if (startAt != null && (after != null || before != null || last != null)) {
    throw new AppError('request.malformed', { message: 'startAt goes with first only.' });
  }
  return checkPageSize(first ?? last ?? LIMITS.pageSizeDefault);
}

/** @throws AppError `filter.invalid` for an order that the list does not offer the caller */
export function orderOf(definition: ListDefinition, args: ListArguments, caller: Caller, search: string | null): Order {
  const key =
    args.sort?.key ?? (search === null ? definition.defaultSort : (relevanceOf(definition) ?? definition.defaultSort));
  const sort = Object.hasOwn(definition.sorts, key) ? definition.sorts[key] : undefined;
  if (sort === undefined || !maySortBy(sort, caller) || (sort.isRelevance === true && search === null))
    throw new AppError('filter.invalid', { message: 'This order is not available.' });
  return { key, sort, direction: args.sort?.direction ?? sort.defaultDirection };
}

/** The order by relevance, if the list has one. */
function relevanceOf({ sorts }: ListDefinition): string | undefined {
  return Object.keys(sorts).find((key) => sorts[key]?.isRelevance === true);
}

/** Whether the caller may use an order. */
export function maySortBy({ permission }: SortDefinition, caller: Caller): boolean {
  return permission === undefined || callerMay(caller, permission);
}

/** The search text without extra whitespace, or null if empty. @throws AppError `filter.invalid` if it is too long */
export function normaliseSearch(search: string | null | undefined): string | null {
  const text = search?.trim().replace(/\s+/g, ' ') ?? '';
  if (text.length > LIMITS.searchMaxLength) {
    throw new AppError('filter.invalid', { message: `A search has at most ${LIMITS.searchMaxLength} characters.` });
  }
  return text === '' ? null : text;
}

/** Everything that a cursor is bound to. */
export function scopeOf(
  definition: ListDefinition,
  context: RequestContext,
  args: ListArguments,
  order: Order,
  search: string | null,
  parentScope: string,
): string {
  const filter = args.filter == null ? '' : canonicalFilter(definition, args.filter);
  return [
    definition.name,
    definition.rows?.(context.caller)?.scope ?? '',
    parentScope,
    order.key,
    order.direction,
    definition.roleClass(context.caller),
    filter,
    Object.keys(args.filter ?? {}).some((key) => definition.filters[key]?.isOwn) ? context.caller.sub : '',
    search ?? '',
  ].join('\u0001');
}

function canonicalFilter(definition: ListDefinition, filter: FilterInput): string {
  const parts: unknown[] = [];
  for (const key in definition.filters) {
    const value = filter[key];
    if (value == null) continue;
    const sorted = (list: unknown): unknown => (Array.isArray(list) ? [...new Set(list)].sort() : list);
    parts.push([
      key,
      typeof value === 'object'
        ? Object.entries(value)
            .sort()
            .map(([name, entry]) => [name, sorted(entry)])
        : value,
    ]);
  }
  return parts.length === 0 ? '' : JSON.stringify(parts);
}
