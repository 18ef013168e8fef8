import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react';
import { toasts } from '../../../lib/page/toasts.ts';
import { say } from '../../../lib/settings/i18n.ts';

/**
 * A layer that is loaded when it is first opened. Without a connection, or when a newer console has replaced its file, `fallback` stands in:
 * the page below and what was typed in it stay.
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

/** Says that a layer is missing, and closes again. */
export function LayerMissing({ onClose }: { readonly onClose: () => void }): null {
  useEffect(() => {
    toasts.show({ type: 'warning', icon: 'error', message: say('shell.layer.missing') });
    onClose();
  }, [onClose]);
  return null;
}
