import { Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { focusedElement, guardPage, type PageGuard } from './page-guard.ts';
import { PANEL_STYLES } from './panel.styles.ts';
import type { MountPanel, PanelModel } from './panel-contract.ts';
import { ReleasePanel } from './release-panel.tsx';

/** Tells of what fails while the panel is drawn, now or later. */
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

/** Style sheets that a content security policy does not judge; else a style element with the host's nonce. */
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

/** Draws the panel with React. */
export const mountPanel: MountPanel = (host, first, onBroken) =>
  new Promise((resolve, reject) => {
    const shadow = host.attachShadow({ mode: 'open' });
    addStyles(shadow, first.options.nonce);
    const ground = document.createElement('div');
    shadow.append(ground);
    // A line of React's own would not heed suppressLogs; the boundary's error is reported.
    const root = createRoot(ground, { onCaughtError: () => undefined });
    const focusedBefore = focusedElement();
    let guard: PageGuard | null = null;
    let model = first;
    const unmount = () => {
      guard?.release();
      guard = null;
      // Not at once: React may be in the middle of drawing when it breaks.
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
