import { Fragment, useId, useState } from 'react';
import { capitalized, cutDescription } from './cut-text.ts';
import { PanelIcon } from './panel-icon.tsx';
import { CHANGE_TYPES, type Change, type ChangeList, type ChangeType, type Release } from './release.ts';
import { formatReleaseDate, readReleaseDate } from './release-date.ts';
import type { TextKey, Texts } from './texts.ts';

const BADGES = {
  BUG: 'releaseNotes.bug',
  FEATURE: 'releaseNotes.feature',
  IMPROVEMENT: 'releaseNotes.improvement',
  OTHER: 'releaseNotes.other',
} as const satisfies Record<ChangeType, TextKey>;

interface Words {
  readonly texts: Texts;
  readonly locale: string;
}

/** A release: its sticky header and its lists of changes. */
export function ReleaseSection({ release, ...words }: Words & { readonly release: Release }) {
  const headId = useId();
  const date = readReleaseDate(release.date);
  return (
    <section className="release" aria-labelledby={headId}>
      <div className="release-head">
        <PanelIcon name="tag" />
        <h3 id={headId}>
          <bdi>{release.version}</bdi>
        </h3>
        {date && (
          <time dateTime={date.toISOString()} lang="en" dir="ltr">
            {formatReleaseDate(date)}
          </time>
        )}
      </div>
      {release.changeLists.map((list, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ids of a provider may repeat, and lists never move
        <ChangeListSection key={at} list={list} {...words} />
      ))}
    </section>
  );
}

function ChangeListSection({ list, texts, locale }: Words & { readonly list: ChangeList }) {
  const groups = CHANGE_TYPES.map((type) => ({ type, changes: list.changes.filter((each) => each.type === type) }));
  return (
    <section className="list">
      <h4 dir="auto">{list.title}</h4>
      {groups
        .filter(({ changes }) => changes.length > 0)
        .map(({ type, changes }, at) => (
          <Fragment key={type}>
            {at > 0 && <hr />}
            <ChangeGroup type={type} changes={changes} texts={texts} locale={locale} />
          </Fragment>
        ))}
    </section>
  );
}

function ChangeGroup({
  type,
  changes,
  ...words
}: Words & { readonly type: ChangeType; readonly changes: readonly Change[] }) {
  const badgeId = useId();
  return (
    <div className="group">
      <p id={badgeId} className={`badge ${type}`}>
        <PanelIcon name={type} />
        {words.texts(BADGES[type])}
      </p>
      <ul aria-labelledby={badgeId}>
        {changes.map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ids of a provider may repeat, and changes never move
          <ChangeEntry key={at} change={change} {...words} />
        ))}
      </ul>
    </div>
  );
}

function ChangeEntry({ change, texts, locale }: Words & { readonly change: Change }) {
  const titleId = useId();
  const [isWhole, setWhole] = useState(false);
  const cut = cutDescription(change.description);
  return (
    <li>
      <p id={titleId} className="change-title" dir="auto">
        {capitalized(change.title, locale)}
      </p>
      <p className="description" dir="auto">
        {cut === null || isWhole ? change.description : cut}
        {cut !== null && (
          <>
            {' '}
            <button
              type="button"
              className="more"
              aria-expanded={isWhole}
              aria-describedby={titleId}
              onClick={() => setWhole(!isWhole)}
            >
              {texts(isWhole ? 'releaseNotes.readLess' : 'releaseNotes.readMore')}
            </button>
          </>
        )}
      </p>
    </li>
  );
}
