import { Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { focusedElement, guardPage, type PageGuard } from './page-guard.ts';
import { PANEL_STYLES } from './panel.styles.ts';
import type { MountPanel, PanelModel } from './panel-contract.ts';
import { ReleasePanel } from './release-panel.tsx';

export { readReleases } from './release.ts';
export { postVisitOf, unsentOf } from './visits.ts';

/** Reports errors of rendering the panel, now or later. */
class Boundary extends Component<{ readonly onBroken: (cause: unknown) => void; readonly children: ReactNode }> {
  override state = { isBroken: false };
  static getDerivedStateFromError() {
    return { isBroken: true };
  }
  override componentDidCatch(cause: unknown) {
    this.props.onBroken(cause);
  }
  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}

/**
 * Adopts a style sheet, which a content security policy does not block; else adds a style element with the host's
 * nonce.
 */
function addStyles(shadow: ShadowRoot, nonce: string | undefined): void {
  if ('adoptedStyleSheets' in shadow) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(PANEL_STYLES);
    shadow.adoptedStyleSheets = [sheet];
    return;
  }
  const style = document.createElement('style');
  if (nonce) style.nonce = nonce;
  style.textContent = PANEL_STYLES;
  (shadow as ShadowRoot).append(style);
}

/** Renders the panel with React. */
export const mountPanel: MountPanel = (host, first, onBroken) =>
  new Promise((resolve, reject) => {
    const shadow = host.attachShadow({ mode: 'open' });
    addStyles(shadow, first.options.nonce);
    const ground = document.createElement('div');
    shadow.append(ground);
    // React's own log line would ignore suppressLogs; the boundary reports the error.
    const root = createRoot(ground, { onCaughtError: () => undefined });
    const focusedBefore = focusedElement();
    let guard: PageGuard | null = null;
    let model = first;
    const unmount = () => {
      guard?.release();
      guard = null;
      // Deferred: React may be rendering when it breaks.
      queueMicrotask(() => root.unmount());
    };
    const onMounted = () => {
      try {
        guard = guardPage(host, model.options.keepUsable, focusedBefore, () => model.onDismiss());
      } catch (cause) {
        unmount();
        reject(cause);
        return;
      }
      resolve({ update: draw, unmount });
    };
    function draw(next: PanelModel) {
      model = next;
      root.render(
        <Boundary
          onBroken={(cause) => {
            reject(cause);
            if (guard) onBroken(cause);
          }}
        >
          <ReleasePanel model={next} onMounted={onMounted} />
        </Boundary>,
      );
    }
    draw(first);
  });
