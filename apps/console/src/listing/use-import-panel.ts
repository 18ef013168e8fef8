import { IMPORT_PERMISSIONS, type ImportEntity, may } from '@backcounter/domain';
import { useLocation, useRouter } from '@tanstack/react-router';
import type { ListName } from '../generated/graphql.ts';
import { currentRoles } from '../lib/settings/session.ts';

/**
 * Whether a list can be imported into, and whether the dialog is open: part of the URL, so that it survives a reload.
 */
export interface ImportPanel {
  readonly entity: ImportEntity;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

const isEntity = (list: string): list is ImportEntity => Object.hasOwn(IMPORT_PERMISSIONS, list);

/** Null where importing is not possible or not permitted. */
export function useImportPanel(list: ListName): ImportPanel | null {
  const router = useRouter();
  const { searchStr, pathname } = useLocation();
  const roles = currentRoles();
  if (!isEntity(list) || !may(roles, 'import.use') || !may(roles, IMPORT_PERMISSIONS[list])) return null;
  const params = new URLSearchParams(searchStr);
  const go = (isOpen: boolean) => {
    const next = new URLSearchParams(searchStr);
    next.delete('import');
    if (isOpen) next.set('import', '');
    const href = next.size > 0 ? `${pathname}?${next}` : pathname;
    void router.navigate({ href, replace: !isOpen, resetScroll: false });
  };
  return { entity: list, isOpen: params.has('import'), open: () => go(true), close: () => go(false) };
}
