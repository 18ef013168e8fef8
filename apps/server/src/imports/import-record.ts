import { AppError, type ImportEntity } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { ImportSettings } from './import-definition.ts';
import type { TableFile } from './reading/table.ts';
import type { TableFormat, TableReading } from './reading/table-format.ts';
import type { ColumnFormats } from './values/formats.ts';

/** A column of a file: its heading and first values. */
export interface ImportColumn {
  readonly header: string;
  readonly samples: readonly string[];
  readonly formats?: ColumnFormats;
}

/** Where and why a file cannot be read further. */
export interface BrokenAt {
  readonly rule: string;
  readonly row: number;
}

/** An uploaded file with its import settings. */
export interface ImportRecord {
  readonly id: string;
  readonly entity: ImportEntity;
  readonly ownerSub: string;
  /** The campaign that codes are added to. */
  readonly campaignId: string | null;
  readonly fileName: string;
  readonly fileKey: string;
  readonly sizeBytes: number;
  readonly format: TableFormat;
  readonly reading: TableReading & { readonly broken?: BrokenAt };
  readonly columns: readonly ImportColumn[];
  readonly settings: ImportSettings;
  readonly checkJobId: string | null;
  readonly runJobId: string | null;
  /** The last check of corrected rows. */
  readonly recheckJobId: string | null;
  /** Number of the last row of the file that was imported or refused. */
  readonly importedThrough: number;
  readonly importedRows: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const COLUMNS = sql`id, entity, owner_sub as "ownerSub", campaign_id as "campaignId", file_name as "fileName", file_key as "fileKey", size_bytes as "sizeBytes", format,
  reading, columns, settings, check_job_id as "checkJobId", run_job_id as "runJobId", recheck_job_id as "recheckJobId",
  imported_through as "importedThrough", imported_rows as "importedRows", created_at as "createdAt",
  expires_at as "expiresAt"`;

/** A person's unexpired imports, newest first: those of an entity, or one by id. */
export async function readImports(
  db: Kysely<Database>,
  ownerSub: string,
  which:
    | { readonly entity: ImportEntity; readonly campaignId?: string | null }
    | { readonly id: string; readonly isLocked?: boolean },
): Promise<ImportRecord[]> {
  const condition =
    'id' in which
      ? sql`id = ${which.id}::uuid`
      : sql`entity = ${which.entity} and campaign_id is not distinct from ${which.campaignId ?? null}`;
  const lock = 'id' in which && which.isLocked === true ? sql`for update` : sql``;
  const { rows } = await sql<ImportRecord>`
    select ${COLUMNS} from import where owner_sub = ${ownerSub} and expires_at > now() and ${condition}
    order by created_at desc, id desc limit 20 ${lock}`.execute(db);
  return rows.map((row) => ({
    ...row,
    sizeBytes: Number(row.sizeBytes),
    importedThrough: Number(row.importedThrough),
    importedRows: Number(row.importedRows),
  }));
}

/** The file of an import, for reading its rows. */
export function tableOf({ fileKey, format, reading }: ImportRecord): TableFile {
  return { key: fileKey, format, reading };
}

/** The same error for an import that is unknown, expired or someone else's. */
export function importNotFound(): AppError {
  return new AppError('record.not-found', { message: 'Import not found. Send the file again.' });
}

/** Deletes expired imports with their problems, and mappings unused for a year; true if more may be left. */
export async function deleteOldImports(trx: Kysely<Database>): Promise<boolean> {
  const batch = 20;
  const { numAffectedRows } = await sql`
    delete from import where id in (
      select i.id from import i where i.expires_at <= now() and not exists (
        select from job j where j.id in (i.check_job_id, i.run_job_id, i.recheck_job_id) and j.state in ('QUEUED', 'RUNNING'))
      order by i.expires_at limit ${batch} for update skip locked)`.execute(trx);
  await sql`delete from import_mapping where used_at < now() - interval '1 year'`.execute(trx);
  return numAffectedRows === BigInt(batch);
}
