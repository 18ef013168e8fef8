import { may } from '@backcounter/domain';
import { type MessagesHook, useMessages } from '@backcounter/i18n/react';
import type { UiIcon } from '@backcounter/ui';
import { useParams } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { part } from '../lib/page/part.ts';
import type { RecordAction } from '../lib/record/record-actions.ts';
import { currentRoles } from '../lib/settings/session.ts';
import { useRecordNeighbours } from '../listing/address/use-record-neighbours.ts';
import type { EarlierValues } from './history/put-back.tsx';
import { RecordActionBar } from './record-action-bar.tsx';
import { RecordGate } from './record-gate.tsx';
import { RecordPage, RecordPicture, type RecordTab, useRecordSearch, useRecordTab } from './record-page.tsx';
import { type RichRecord, type RichRow, useRichRecord } from './rich-record.ts';
import { mainOf, rightTo } from './state-actions.ts';

const PendingApproval = part(() => import('./approvals/pending-approval.tsx'), 'PendingApproval');

/** The page of a kind of record: the record in the address, once it has loaded. */
export const richPage =
  <Row extends RichRow>(kind: RichRecord<Row>, Page: ComponentType<{ readonly record: Row }>) =>
  () => {
    const { t } = useMessages();
    const { id = '' } = useParams({ strict: false });
    const query = useRichRecord(kind, id);
    return (
      <RecordGate
        query={query}
        words={{ failed: t(kind.placeKeys.failed), missing: t(kind.placeKeys.missing) }}
        list={{ path: kind.path, title: t(kind.titleKey) }}
      >
        {(record) => <Page key={id} record={record} />}
      </RecordGate>
    );
  };

/** Where an action leads: a dialog, the form, other parameters of the address. */
export interface ScreenMoves<Dialog extends string> {
  readonly open: (dialog: Dialog) => void;
  readonly close: () => void;
  /** Opens the form, with earlier values or null. */
  readonly edit: (earlier: EarlierValues | null) => void;
  readonly go: (search: string) => void;
}

/** Properties of a tab's content. */
export interface TabPart<Row, Dialog extends string = never> {
  readonly record: Row;
  readonly moves: ScreenMoves<Dialog>;
}

/** Properties of a record's form on its page. */
export interface EditorPart<Row> {
  readonly record: Row;
  readonly earlier: EarlierValues | null;
  readonly onDone: () => void;
}

/** Actions on a kind of record. Those that this person can never take are absent; others have the reason if not possible now. */
export interface RichActions<Row, Dialog extends string> {
  readonly of: (record: Row, moves: ScreenMoves<Dialog>, t: MessagesHook['t']) => readonly RecordAction[];
  /** Keys preferred as the filled button (`mainOf` in `state-actions.ts`), at the end of the header. */
  readonly main: readonly string[];
  /** Key of another filled button for some records. */
  readonly mainFor?: (record: Row) => string | null;
  /** Keys of the actions in the menu. */
  readonly behind: readonly string[];
}

interface RecordScreenProps<Row extends RichRow, Dialog extends string> {
  readonly kind: RichRecord<Row>;
  readonly record: Row;
  /** Instead of a picture. */
  readonly icon: UiIcon;
  readonly imageUrl?: string | null | undefined;
  readonly state: ReactNode;
  /** The id chip, then at most three facts. */
  readonly facts: readonly ReactNode[];
  readonly tabs: readonly (RecordTab & { readonly Part: ComponentType<TabPart<Row, Dialog>> })[];
  readonly actions: RichActions<Row, Dialog>;
  readonly Editor: ComponentType<EditorPart<Row>>;
  /** The form is under the record's head instead of in its place. */
  readonly isEditedInPlace?: boolean;
  readonly dialog: (dialog: Dialog, moves: ScreenMoves<Dialog>) => ReactNode;
  /** Above the tab's content. */
  readonly children?: ReactNode;
}

/** A record's page: head, actions, tabs, form and dialogs. */
export function RecordScreen<Row extends RichRow, Dialog extends string>({
  kind,
  record,
  icon,
  imageUrl,
  tabs,
  actions,
  Editor,
  isEditedInPlace = false,
  children,
  ...props
}: RecordScreenProps<Row, Dialog>) {
  const { t } = useMessages();
  const go = useRecordSearch();
  const neighbours = useRecordNeighbours(kind.lists[0], record.id, kind.href);
  const { tab, isEditing: isEditAsked } = useRecordTab(tabs);
  const isEditing = isEditAsked && rightTo(record, 'EDIT')?.isAllowed === true;
  const [dialog, open] = useState<Dialog | null>(null);
  const [earlier, setEarlier] = useState<EarlierValues | null>(null);
  const moves: ScreenMoves<Dialog> = {
    open,
    close: () => open(null),
    edit: (values) => {
      setEarlier(values);
      go('edit');
    },
    go,
  };
  const form = isEditing ? <Editor record={record} earlier={earlier} onDone={() => go('', { replace: true })} /> : null;
  const Part = tabs.find(({ key }) => key === tab)?.Part;
  if (form !== null && !isEditedInPlace) return form;
  return (
    <RecordPage
      picture={<RecordPicture icon={icon} url={imageUrl} />}
      title={kind.titleOf(record)}
      state={
        <>
          {props.state}
          {may(currentRoles(), 'approval.read') ? <PendingApproval id={record.id} /> : null}
        </>
      }
      facts={props.facts}
      actions={
        form === null ? (
          <ScreenActions {...actions} kind={kind} record={record} list={actions.of(record, moves, t)} />
        ) : null
      }
      tabs={tabs}
      tab={tab}
      neighbours={neighbours}
    >
      {children}
      <Suspense>
        {form ?? (Part ? <Part record={record} moves={moves} /> : null)}
        {dialog === null ? null : props.dialog(dialog, moves)}
      </Suspense>
    </RecordPage>
  );
}

interface ScreenActionsProps<Row extends RichRow> extends Pick<RichActions<Row, never>, 'main' | 'mainFor' | 'behind'> {
  readonly kind: RichRecord<Row>;
  readonly record: Row;
  readonly list: readonly RecordAction[];
}

function ScreenActions<Row extends RichRow>({ kind, record, list, behind, ...rule }: ScreenActionsProps<Row>) {
  const main = rule.mainFor?.(record) ?? mainOf(kind.machine, record.state, list, rule.main);
  const ordered = [...list.filter(({ key }) => key !== main), ...list.filter(({ key }) => key === main)];
  return <RecordActionBar actions={ordered} main={main} inMenu={behind.filter((key) => key !== main)} />;
}
