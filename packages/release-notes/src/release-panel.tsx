import { type CSSProperties, useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { panelColors } from './panel-colors.ts';
import type { PanelModel } from './panel-contract.ts';
import { PanelIcon } from './panel-icon.tsx';
import { panelLocale } from './panel-locale.ts';
import { ReleaseSection } from './release-section.tsx';
import { textsOf, titleOf } from './texts.ts';

/** Below the first breakpoint (specification, section 9) the panel uses its mobile variant. */
const MOBILE = '(max-width: 599.98px)';
const DARK = '(prefers-color-scheme: dark)';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}

/** Target of 'View More', or null without one. */
function changelogAddress({ adminEndpoint, authClientId }: PanelModel['options']): string | null {
  if (!adminEndpoint || !authClientId) return null;
  const path = `${adminEndpoint.replace(/(?<!\/)\/+$/, '')}/changelog/${encodeURIComponent(authClientId)}`;
  try {
    const url = new URL(path, document.baseURI);
    return /^https?:$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** The whole popup: scrim, panel, releases, buttons. Hidden until `onMounted` was called. */
export function ReleasePanel({ model, onMounted }: { readonly model: PanelModel; readonly onMounted: () => void }) {
  const { published, options, phase, isPosting, theme } = model;
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [isVisible, setVisible] = useState(false);
  const prefersDark = useMedia(DARK);
  const isNarrow = useMedia(MOBILE);

  useEffect(() => {
    // Not showModal: in the top layer it would hide the host's toasts. The page guard holds the page instead.
    dialog.current?.show();
    setVisible(true);
  }, []);
  // Before the first paint, so that Escape works and the page behind is inert as soon as the popup is visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, when it is visible
  useLayoutEffect(() => {
    if (!isVisible) return;
    onMounted();
    title.current?.focus({ preventScroll: true });
  }, [isVisible]);

  const mode = (options.dark ?? prefersDark) ? 'dark' : 'light';
  const colors = panelColors(theme, mode);
  const locale = panelLocale(options);
  const texts = textsOf(options);
  const changelog = changelogAddress(options);
  const isBusy = isPosting || phase === 'closing';
  return (
    <dialog
      ref={dialog}
      className={`${mode} ${(options.isMobile ?? isNarrow) ? 'mobile' : 'desktop'}`}
      data-phase={isVisible ? phase : 'hidden'}
      dir={options.dir ?? (getComputedStyle(document.documentElement).direction === 'rtl' ? 'rtl' : 'ltr')}
      lang={locale}
      aria-labelledby={titleId}
      style={{ '--rn-primary': colors.primary, '--rn-secondary': colors.secondary } as CSSProperties}
    >
      <div className="panel">
        <div className="head">
          <span className="tile">
            <PanelIcon name="news" />
          </span>
          <h2 id={titleId} ref={title} tabIndex={-1} dir="auto">
            {titleOf(options)}
          </h2>
          <button
            type="button"
            className="close"
            aria-label={texts('releaseNotes.close')}
            aria-disabled={isBusy}
            onClick={model.onDismiss}
          >
            <PanelIcon name="close" />
          </button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be scrollable by keyboard */}
        <section className="releases" tabIndex={0} aria-labelledby={titleId}>
          {published.releases.map((release, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ids of a provider may repeat, and releases never move
            <ReleaseSection key={at} release={release} texts={texts} locale={locale} />
          ))}
          {published.leftOut > 0 && (
            <p className="left-out">
              {texts('releaseNotes.leftOut', { count: published.leftOut.toLocaleString(locale) })}
            </p>
          )}
        </section>
        <div className="foot">
          {changelog !== null && (
            <a className="view-more" href={changelog} target="_blank" rel="noopener noreferrer">
              {texts('releaseNotes.viewMore')}
              <PanelIcon name="external" />
              <span className="unseen"> ({texts('releaseNotes.newTab')})</span>
            </a>
          )}
          <button type="button" className="button" aria-disabled={isBusy} onClick={model.onDismiss}>
            {texts('releaseNotes.dismiss')}
          </button>
          <button
            type="button"
            className="button filled"
            aria-disabled={isBusy}
            aria-busy={isPosting}
            onClick={model.onRead}
          >
            <PanelIcon name="check" />
            {texts('releaseNotes.markAsRead')}
          </button>
        </div>
      </div>
    </dialog>
  );
}
