import { useMessages } from '@backcounter/i18n/react';
import { Avatar, useHint } from '@backcounter/ui';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import type { RecordPeopleSubscription } from '../generated/graphql.ts';
import { formatList } from '../lib/format/formats.ts';
import { followLive } from '../lib/live/live-feed.ts';
import { useIsVisible } from '../lib/live/record-versions.ts';
import { unsaved } from '../lib/page/unsaved.ts';
import { recordAt } from '../lib/record/recent-records.ts';
import styles from './also-here.module.css';
import { recordPeopleSubscription } from './also-here.operations.ts';

type People = RecordPeopleSubscription['here']['people'];

const SHOWN_MAX = 3;
const NO_ONE: People = [];

interface AlsoHereProps {
  /** Address of the record. */
  readonly href: string;
  /** A form of it is open; without one, the person edits once something is entered. */
  readonly hasForm?: boolean;
}

/** Faces of the others who have the record open (decision 0214). Shows this person to them. */
export function AlsoHere({ href, hasForm = false }: AlsoHereProps) {
  const { t, locale } = useMessages();
  const isDirty = useSelector(unsaved.hasChanges);
  const people = usePeopleAt(href, hasForm || isDirty);
  const names = people.map(({ person: { name }, isEditing }) =>
    isEditing ? t('records.here.editing', { name }) : name,
  );
  const words = people.length === 0 ? '' : t('records.here.also', { names: formatList(names, locale) });
  const { target, hint } = useHint(words);
  return (
    <div className={styles['here']} role="status">
      {words === '' ? null : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its hint names more people than it shows */}
          <span className={styles['faces']} role="img" aria-label={words} tabIndex={0} {...target}>
            {people.slice(0, SHOWN_MAX).map(({ person, isEditing }) => (
              <span key={person.sub} data-editing={isEditing || undefined}>
                <Avatar id={person.sub} name={person.name} size="bar" />
              </span>
            ))}
            {people.length > SHOWN_MAX ? <b className="bc-small bc-muted">+{people.length - SHOWN_MAX}</b> : null}
          </span>
          {hint}
        </>
      )}
    </div>
  );
}

/** A hidden tab is not at the record: it has no live updates. */
function usePeopleAt(href: string, isEditing: boolean): People {
  const isVisible = useIsVisible();
  const [beat, setBeat] = useState(0);
  const [people, setPeople] = useState(NO_ONE);
  useEffect(() => {
    const record = recordAt(href);
    if (record === null || !isVisible) return;
    return followLive(
      recordPeopleSubscription,
      { ...record, isEditing, beat },
      {
        onResult: ({ here }) => {
          setPeople(here.people);
          setBeat(here.beat);
        },
      },
    );
  }, [href, isVisible, isEditing, beat]);
  return isVisible ? people : NO_ONE;
}
