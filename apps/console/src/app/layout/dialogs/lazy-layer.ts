import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react';
import { toasts } from '../../../lib/page/toasts.ts';
import { say } from '../../../lib/settings/i18n.ts';

/**
 * A layer that is loaded when it is first opened. Without a connection, or when a newer console has replaced its file,
 * `fallback` is rendered instead, so that the page below keeps its input.
 */
export function lazyLayer<Props>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      console.warn('A layer could not be loaded:', cause);
      return { default: fallback };
    }
  });
}

/** Shows a toast that a layer is unavailable, and closes. */
export function LayerMissing({ onClose }: { readonly onClose: () => void }): null {
  useEffect(() => {
    toasts.show({ type: 'warning', icon: 'error', message: say('shell.layer.missing') });
    onClose();
  }, [onClose]);
  return null;
}
