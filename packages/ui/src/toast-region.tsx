import { IconAlertCircle, IconAlertTriangle, IconCheck, IconInfoCircle, IconLoader2, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Toast, ToastStore, ToastType } from './toast-store.ts';
import { TOAST_POSITIONS } from './toast-store.ts';
import './toast-region.css';

const TYPE_ICONS = {
  positive: IconCheck,
  negative: IconAlertCircle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  ongoing: IconLoader2,
} as const;
const NAMED_ICONS = { done: IconCheck, error: IconAlertCircle } as const;

const isUrgent = (type: ToastType) => type === 'negative' || type === 'warning';

/** Properties of {@link ToastRegion}. */
export interface ToastRegionProps {
  readonly store: ToastStore;
  readonly labels: { readonly region: string; readonly dismiss: string };
}

/**
 * Shows the toasts of a store at their nine positions. Announces each once: errors and warnings assertively, the rest
 * politely. The timer of a toast is paused under the pointer and while it has the focus; Escape in it dismisses it.
 */
export function ToastRegion({ store, labels }: ToastRegionProps) {
  const { visible } = useSyncExternalStore(store.subscribe, store.snapshot);
  return (
    <section aria-label={labels.region} data-toast-region="">
      <Announcer toasts={visible} isAssertive={false} />
      <Announcer toasts={visible} isAssertive />
      {TOAST_POSITIONS.map((position) => {
        const toasts = visible.filter((toast) => toast.position === position);
        return toasts.length === 0 ? null : (
          <div key={position} className="bc-toasts" data-position={position}>
            {toasts.map((toast) => (
              <ToastCard key={toast.id} toast={toast} store={store} dismissLabel={labels.dismiss} />
            ))}
          </div>
        );
      })}
    </section>
  );
}

/** A live region must be in the page before its text, so it is separate from the cards and always mounted. */
function Announcer({ toasts, isAssertive }: { readonly toasts: readonly Toast[]; readonly isAssertive: boolean }) {
  const [text, setText] = useState('');
  const announced = useRef(new Set<string>());
  const latest = toasts.filter((toast) => isUrgent(toast.type) === isAssertive).at(-1);
  const key = latest ? `${latest.id} ${latest.message}` : '';
  useEffect(() => {
    if (!latest) {
      setText('');
    } else if (!announced.current.has(key)) {
      announced.current.add(key);
      setText(latest.message);
    }
  }, [key, latest]);
  return (
    <div
      className="bc-sr-only"
      role={isAssertive ? 'alert' : 'status'}
      aria-live={isAssertive ? 'assertive' : 'polite'}
    >
      {text}
    </div>
  );
}

interface ToastCardProps {
  readonly toast: Toast;
  readonly store: ToastStore;
  readonly dismissLabel: string;
}

function ToastCard({ toast, store, dismissLabel }: ToastCardProps) {
  const holds = useRef({ pointer: false, focus: false });
  const hold = (by: 'pointer' | 'focus', isHeld: boolean) => {
    holds.current[by] = isHeld;
    if (holds.current.pointer || holds.current.focus) store.pause(toast.id);
    else store.resume(toast.id);
  };
  const Icon = toast.icon ? NAMED_ICONS[toast.icon] : TYPE_ICONS[toast.type];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only pause the timer; all controls are buttons
    <div
      className="bc-toast"
      data-type={toast.type}
      data-icon={toast.icon}
      onPointerEnter={() => hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
      onFocus={() => hold('focus', true)}
      onBlur={() => hold('focus', false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        store.dismiss(toast.id);
      }}
    >
      <Icon
        size={16}
        stroke={2}
        aria-hidden
        className={toast.type === 'ongoing' && !toast.icon ? 'bc-toast-spin' : undefined}
      />
      <span className="bc-toast-message">{toast.message}</span>
      {toast.action ? (
        <button
          type="button"
          className="bc-toast-action"
          onClick={() => {
            toast.action?.onClick();
            store.dismiss(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      ) : null}
      <button type="button" aria-label={dismissLabel} onClick={() => store.dismiss(toast.id)}>
        <IconX size={14} stroke={2} aria-hidden />
      </button>
      {toast.lifetimeMs === null ? null : (
        <span
          className="bc-toast-time"
          aria-hidden="true"
          data-paused={toast.isPaused || undefined}
          style={{ animationDuration: `${toast.lifetimeMs}ms` }}
        />
      )}
    </div>
  );
}
