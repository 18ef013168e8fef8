import { fromHex, isIncluded, leafHash, toHex } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button, TextInput } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { GiveawayInclusionProofQuery } from '../../../generated/graphql.ts';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import { RecordCard } from '../../../records/record-page.tsx';
import styles from './proof.module.css';
import { accountByNumberQuery, inclusionProofQuery } from './proof.operations.ts';
import type { ProofRecord } from './use-proof.ts';

type Inclusion = NonNullable<GiveawayInclusionProofQuery['giveawayInclusionProof']>;

const ENTRY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ACCOUNT_NUMBER = /^#?\s*(\d{1,15})$/;

/** Looks up one entry: its tickets, and the proof that it is in the frozen list, verified in this browser. */
export function ProofEntry({ proof }: { readonly proof: ProofRecord }) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const found = useQuery({
    queryKey: ['giveaway', proof.giveawayId, 'inclusion', asked],
    queryFn: ({ signal }) => findInclusion(proof.giveawayId, asked ?? '', signal),
    enabled: asked !== null,
    gcTime: 0,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    const isSense = ENTRY_ID.test(wanted) || ACCOUNT_NUMBER.test(wanted);
    setWrong(!isSense);
    if (!isSense) return;
    if (wanted === asked) void found.refetch();
    setAsked(wanted);
  };
  return (
    <RecordCard title={t('proof.entry.title')}>
      <form className={styles['entry']} onSubmit={submit} noValidate>
        <TextInput
          label={t('proof.entry.who')}
          description={t('proof.entry.hint')}
          error={isWrong ? t('proof.entry.wrong') : undefined}
          value={text}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setWrong(false);
          }}
        />
        <Button
          type="submit"
          size="sm"
          variant="default"
          loading={found.isFetching}
          leftSection={<IconSearch size={16} stroke={1.75} />}
        >
          {t('proof.entry.check')}
        </Button>
      </form>
      <div className={styles['found']} role="status">
        {found.error ? <p>{t(errorKeyOf(found.error))}</p> : null}
        {found.data === null && !found.error ? <p>{t('proof.entry.none')}</p> : null}
        {found.data ? <Found inclusion={found.data} root={proof.root ?? ''} /> : null}
      </div>
    </RecordCard>
  );
}

function Found({ inclusion, root }: { readonly inclusion: Inclusion; readonly root: string }) {
  const { t, figure } = useMessages();
  const { ticketStart, tickets, leafIndex, entries, totalTickets, path } = inclusion;
  const isProved = isProvedHere(inclusion, root);
  const Icon = isProved ? IconCircleCheck : IconCircleX;
  const chip = (name: string, value: string) => (
    <div>
      <dt>{name}</dt>
      <dd>
        <CopyChip value={value} name={name} />
      </dd>
    </div>
  );
  return (
    <>
      <p className={styles['claim']} data-passed={isProved}>
        <Icon size={16} stroke={1.75} aria-hidden />
        <span>{t(isProved ? 'proof.entry.proved' : 'proof.entry.not-proved', { count: path.length })}</span>
      </p>
      <p>
        {t('proof.entry.place', { place: figure(leafIndex + 1), entries: figure(entries) })}{' '}
        {t('proof.entry.range', {
          count: tickets,
          first: figure(ticketStart + 1),
          last: figure(ticketStart + tickets),
          total: figure(totalTickets),
        })}
      </p>
      <dl className={styles['hashes']}>
        {chip(t('proof.entry.id'), inclusion.entryId)}
        {chip(t('proof.entry.pseudonym'), inclusion.pseudonym)}
        {chip(t('proof.entry.leaf'), inclusion.leafHash)}
      </dl>
    </>
  );
}

/** Recomputes the leaf hash, and the root from it, and compares the root with the published one. */
function isProvedHere({ entryId, pseudonym, tickets, ticketStart, leafHash: said, ...rest }: Inclusion, root: string) {
  const leaf = leafHash({ id: entryId, pseudonym: fromHex(pseudonym), tickets, ticketStart });
  return toHex(leaf) === said && isIncluded(leaf, rest.leafIndex, rest.entries, rest.path.map(fromHex), fromHex(root));
}

/** Finds an entry by its id or its account's number; null if the list has none. */
async function findInclusion(giveawayId: string, asked: string, signal: AbortSignal): Promise<Inclusion | null> {
  const number = ACCOUNT_NUMBER.exec(asked)?.[1];
  if (number === undefined) {
    const variables = { giveawayId, entryId: asked, accountId: null };
    return (await load(inclusionProofQuery, variables, signal)).giveawayInclusionProof ?? null;
  }
  const { accounts } = await load(accountByNumberQuery, { number: `#${number}` }, signal);
  const account = accounts.nodes.find(({ number: own }) => own === Number(number));
  if (account === undefined) return null;
  const variables = { giveawayId, entryId: null, accountId: account.id };
  return (await load(inclusionProofQuery, variables, signal)).giveawayInclusionProof ?? null;
}
