import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ImportEntity, ImportPatchInput, ImportViewFragment, TypedDocumentString } from '../generated/graphql.ts';
import { uploadFile } from '../lib/api/file-upload.ts';
import { load, newIdempotencyKey, type RequestOptions, request } from '../lib/api/graphql-client.ts';
import { announceJob } from '../lib/page/started-jobs.ts';
import {
  cancelImportJobMutation,
  checkImportMutation,
  createImportMutation,
  discardImportMutation,
  importQuery,
  myImportsQuery,
  runImportMutation,
  updateImportMutation,
} from './import.operations.ts';
import { isGoingOn, isPictures } from './import-words.ts';

const LOOK_EVERY_MS = 600;
/** The next step of the dialog shows the success. */
const SHOWN = { successShown: 'in-place' } as const;

type Item = ImportViewFragment;

/**
 * The person's last unfinished import of a kind, and its actions. The server stores everything, so closing or reloading
 * loses nothing.
 */
export function useImport(entity: ImportEntity, into: string | null = null) {
  const queryClient = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const list = useQuery({
    queryKey: ['imports', entity, into],
    queryFn: async ({ signal }) => (await load(myImportsQuery, { entity, into }, signal)).myImports,
    staleTime: 0,
  });
  const key = ['import', id];
  const query = useQuery({
    queryKey: key,
    enabled: id !== null,
    queryFn: async ({ signal }) => (await load(importQuery, { id: id ?? '' }, signal)).import as Item,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      return [data?.check, data?.recheck, data?.run].some(isGoingOn) ? LOOK_EVERY_MS : false;
    },
  });
  /** Undefined until it is known whether there is one. */
  const item = id === null ? (list.isPending ? undefined : null) : query.data;
  const [isBusy, setBusy] = useState(false);
  /** Uploaded share of a file, from 0 to 1; null without an upload. */
  const [sending, setSending] = useState<number | null>(null);
  /** Error of the last request; null after a success. */
  const [failure, setFailure] = useState<unknown>(null);
  const upload = useRef<AbortController | null>(null);
  const running = useRef(false);

  /** Takes a newer state of the item. */
  const keep = async (next: Item | null) => {
    const nextKey = ['import', next?.id ?? null];
    await queryClient.cancelQueries({ queryKey: nextKey });
    // Before the field for the next file shows, which takes none until this has ended.
    if (next === null) await list.refetch();
    queryClient.setQueryData(nextKey, next);
    setId(next?.id ?? null);
  };
  /** One request at a time; the dialog shows its failure. */
  const attempt = async (act: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await act();
    } catch (error) {
      if (!upload.current?.signal.aborted) setFailure(error);
    } finally {
      running.current = false;
      upload.current = null;
      setBusy(false);
      setSending(null);
    }
  };
  const ask = async <Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
    options?: Pick<RequestOptions, 'successShown'>,
  ) => request(document, variables, { ...options, errorsShown: 'in-place', idempotencyKey: newIdempotencyKey() });

  const begin = async (step: 'check' | 'run', id: string) => {
    const started =
      step === 'check'
        ? (await ask(checkImportMutation, { id }, SHOWN)).checkImport.import
        : (await ask(runImportMutation, { id })).runImport.import;
    await keep(started as Item);
    const { recheck, [step]: whole } = started as Item;
    const job = isGoingOn(recheck) ? recheck : whole;
    if (job) announceJob(job.id);
  };

  return {
    entity,
    item,
    /** Files with rows that are not imported, which are opened by their name. */
    unfinished: (list.data ?? []).filter(
      ({ run, progress }) =>
        run?.state !== 'SUCCEEDED' ||
        (progress != null && progress.ready + progress.toCorrect + progress.corrected > 0),
    ),
    open: setId,
    keep,
    loadError: (id === null ? list.error : query.data === undefined ? query.error : null) ?? null,
    reload: () => void (id === null ? list : query).refetch(),
    sending,
    isBusy,
    failure,
    send: (file: File) =>
      attempt(async () => {
        const controller = new AbortController();
        upload.current = controller;
        setSending(0);
        const uploadId = await uploadFile(file, 'import', { signal: controller.signal, onProgress: setSending });
        const input = { entity, uploadId, fileName: file.name, into };
        const answer = await ask(createImportMutation, { input }, SHOWN);
        const made = answer.createImport.import as Item;
        await keep(made);
        if (isPictures(entity)) await begin('check', made.id);
      }),
    stopSending: () => upload.current?.abort(),
    change: (patch: ImportPatchInput) =>
      attempt(async () => {
        if (!item) return;
        const changed = { input: { id: item.id, patch } };
        const answer = await ask(updateImportMutation, changed, SHOWN);
        await keep(answer.updateImport.import as Item);
      }),
    start: (step: 'check' | 'run') =>
      attempt(async () => {
        if (item) await begin(step, item.id);
      }),
    cancel: (id: string) =>
      attempt(async () => {
        await ask(cancelImportJobMutation, { input: { id } });
        await query.refetch();
      }),
    discard: () =>
      attempt(async () => {
        if (!item) return;
        await ask(discardImportMutation, { id: item.id });
        await keep(null);
      }),
  };
}
export type ImportModel = ReturnType<typeof useImport>;
