import { SAVED_VIEW_LIMITS, type SavedViewState } from '@backcounter/domain';
import { type MessagesHook, useMessages } from '@backcounter/i18n/react';
import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { ProblemWords } from '../../lib/api/problem-words.tsx';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { ListName } from '../../generated/graphql.ts';
import { errorKeyOf } from '../../lib/api/error-text.ts';
import { request } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { Dialog } from '../../lib/page/dialog.tsx';
import { useRecordStep } from '../../lib/record/record-steps.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { hasRoom, scopesOf } from './saved-view-room.ts';
import type { SavedView } from './saved-view-state.ts';
import styles from './saved-views.module.css';
import {
  archiveSavedViewMutation,
  createSavedViewMutation,
  setDefaultSavedViewMutation,
  updateSavedViewMutation,
} from './saved-views.operations.ts';

/** Instead of the record that does not exist yet. */
const NEW = { id: '', version: 0 };

/** Names a new view of the current state, or renames one. */
export function NameViewDialog(props: {
  readonly list: ListName;
  readonly views: readonly SavedView[];
  readonly renamed: SavedView | null;
  readonly state: SavedViewState;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<void>;
  readonly onDone: (id: string) => Promise<void>;
}) {
  const { list, views, renamed, state } = props;
  const scopes = scopesOf(currentRoles());
  const { t } = useMessages();
  const [name, setName] = useState(renamed?.name ?? '');
  const [scope, setScope] = useState(scopes.find((each) => hasRoom(views, each)) ?? 'PERSONAL');
  const [isDefault, setDefault] = useState(false);
  const rename = useRecordStep(renamed ?? NEW, { refresh: props.onChanged });
  const isChanged = name.trim() !== '' && name.trim() !== renamed?.name;
  const submit = async () => {
    if (renamed) {
      await rename(updateSavedViewMutation, { patch: { name } });
      return props.onDone(renamed.id);
    }
    const input = { list, scope, name, state };
    const answer = await request(createSavedViewMutation, { input }, { errorsShown: 'in-place' });
    const { id } = answer.createSavedView.savedView;
    if (isDefault) {
      const chosen = { input: { list, id } };
      await request(setDefaultSavedViewMutation, chosen, { errorsShown: 'in-place', successShown: 'by-caller' });
    }
    return props.onDone(id);
  };
  return (
    <ViewDialog
      title={t(renamed ? 'listing.views.rename' : 'listing.views.save-as')}
      verb={t(renamed ? 'listing.views.rename-verb' : 'listing.views.save-verb')}
      isComplete={isChanged}
      onClose={props.onClose}
      onSubmit={submit}
    >
      {(problem) => (
        <>
          <TextInput
            label={t('listing.views.name')}
            value={name}
            maxLength={SAVED_VIEW_LIMITS.nameMaxLength}
            data-autofocus
            dir="auto"
            autoComplete="off"
            error={problem ? <ProblemWords error={problem} words={wordsOf(problem, t)} /> : null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {!renamed && scopes.length > 1 ? (
            <fieldset>
              <legend>{t('listing.views.for')}</legend>
              {scopes.map((each) => (
                <Radio
                  key={each}
                  name="scope"
                  label={t(`listing.views.for-${each}`)}
                  checked={scope === each}
                  disabled={!hasRoom(views, each)}
                  description={hasRoom(views, each) ? null : t('listing.views.too-many')}
                  onChange={() => setScope(each)}
                />
              ))}
            </fieldset>
          ) : null}
          {renamed ? null : (
            <Checkbox
              label={t('listing.views.open-with')}
              checked={isDefault}
              onChange={(event) => setDefault(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </ViewDialog>
  );
}

/** Confirms deleting a view; focuses Cancel first. */
export function DeleteViewDialog(props: {
  readonly view: SavedView;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<void>;
  readonly onDone: () => void;
}) {
  const { view } = props;
  const { t } = useMessages();
  const send = useRecordStep(view, { refresh: props.onChanged });
  return (
    <ViewDialog
      title={t('listing.views.delete-title', { name: view.name })}
      verb={t('listing.views.delete-verb')}
      isDestructive
      isComplete
      onClose={props.onClose}
      onSubmit={async () => {
        await send(archiveSavedViewMutation, {});
        props.onDone();
      }}
    >
      {(problem) => (
        <>
          <p>{t(`listing.views.delete-${view.scope}`)}</p>
          {problem ? (
            <p role="alert">
              <ProblemWords error={problem} words={wordsOf(problem, t)} />
            </p>
          ) : null}
        </>
      )}
    </ViewDialog>
  );
}

function ViewDialog(props: {
  readonly title: string;
  readonly verb: string;
  readonly isDestructive?: boolean;
  readonly isComplete: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => Promise<void>;
  readonly children: (problem: RequestError | null) => ReactNode;
}) {
  const { t } = useMessages();
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!props.isComplete || running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await props.onSubmit();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setProblem(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <Dialog title={props.title} size={480} onClose={props.onClose}>
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        {props.children(problem)}
        <div className={styles['buttons']}>
          <Button data-autofocus={props.isDestructive || undefined} onClick={props.onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button
            type="submit"
            variant="filled"
            {...(props.isDestructive ? { color: 'red' } : {})}
            disabled={!props.isComplete}
            loading={isBusy}
          >
            {props.verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The texts of the two rules of a name that a person can still break; any other error has its own text. */
function wordsOf(error: RequestError, t: MessagesHook['t']): string {
  const rules = Object.values(error.details.fields ?? {}).flatMap((problems) => problems.map(({ rule }) => rule));
  if (rules.includes('taken')) return t('listing.views.name-taken');
  if (rules.includes('too-many')) return t('listing.views.too-many');
  return t(errorKeyOf(error));
}
