/** Types of a toast (specification, section 9). */
export const TOAST_TYPES = ['positive', 'negative', 'warning', 'info', 'ongoing'] as const;
/** One of the five types. */
export type ToastType = (typeof TOAST_TYPES)[number];

/**
 * Positions of toasts (specification, section 9); left and right are sides of the screen in both writing directions.
 */
export const TOAST_POSITIONS = [
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
  'top',
  'bottom',
  'left',
  'right',
  'center',
] as const;
/** One of the nine positions. */
export type ToastPosition = (typeof TOAST_POSITIONS)[number];

/** Default timeout of a toast in milliseconds. */
export const DEFAULT_TOAST_TIMEOUT_MS = 5000;
/** Added to every configured timeout, in milliseconds. */
export const TOAST_EXTENSION_MS = 1000;
const HISTORY_LENGTH = 100;

/** Options of a toast. */
export interface ToastRequest {
  readonly type: ToastType;
  readonly message: string;
  /** `done` is the check mark, `error` the warning sign; default: the icon of the type. */
  readonly icon?: 'done' | 'error';
  /** Default `top`. */
  readonly position?: ToastPosition;
  /** Extended by 1 s; null: until dismissed. Default 5000 ms; an `ongoing` toast remains. */
  readonly timeoutMs?: number | null;
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** Text for "Copy details" in the history, such as a reference id. */
  readonly details?: string;
}

/** A toast on screen and in the history. */
export interface Toast extends ToastRequest {
  readonly id: string;
  readonly position: ToastPosition;
  /** Total time on screen in milliseconds, extension included; null: until dismissed. */
  readonly lifetimeMs: number | null;
  readonly shownAt: Date;
  readonly isPaused: boolean;
}

/** Immutable state of a store, replaced on each change. */
export interface ToastSnapshot {
  readonly visible: readonly Toast[];
  /** Newest first; the last hundred. */
  readonly history: readonly Toast[];
}

/** Shows toasts, runs their timers and keeps a history. Framework-free: the region subscribes. */
export interface ToastStore {
  /** Shows a toast and returns its id. */
  show(request: ToastRequest): string;
  /**
   * Replaces a toast that is still on screen (an ongoing one that has ended) and restarts its timer; shows it again if
   * it is gone.
   */
  update(id: string, request: ToastRequest): void;
  dismiss(id: string): void;
  /** Pauses the timer of a toast under the pointer or with the focus. */
  pause(id: string): void;
  /** Resumes the timer with the remaining time. */
  resume(id: string): void;
  clearHistory(): void;
  subscribe(listener: () => void): () => void;
  snapshot(): ToastSnapshot;
}

interface Countdown {
  timer: ReturnType<typeof setTimeout> | null;
  startedAt: number;
  leftMs: number;
}

function lifetimeOf(request: ToastRequest): number | null {
  const timeoutMs =
    request.timeoutMs ?? (request.timeoutMs === null || request.type === 'ongoing' ? null : DEFAULT_TOAST_TIMEOUT_MS);
  return timeoutMs === null ? null : timeoutMs + TOAST_EXTENSION_MS;
}

/** Creates a separate store; the console has one. */
export function createToastStore(): ToastStore {
  let state: ToastSnapshot = { visible: [], history: [] };
  let lastId = 0;
  const listeners = new Set<() => void>();
  const countdowns = new Map<string, Countdown>();

  const set = (next: Partial<ToastSnapshot>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const stop = (id: string) => {
    const countdown = countdowns.get(id);
    if (countdown?.timer != null) clearTimeout(countdown.timer);
    return countdown;
  };
  const dismiss = (id: string) => {
    stop(id);
    countdowns.delete(id);
    set({ visible: state.visible.filter((toast) => toast.id !== id) });
  };
  const start = (id: string, leftMs: number) => {
    countdowns.set(id, { timer: setTimeout(() => dismiss(id), leftMs), startedAt: Date.now(), leftMs });
  };
  const put = (id: string, request: ToastRequest) => {
    const lifetimeMs = lifetimeOf(request);
    const toast: Toast = {
      ...request,
      id,
      position: request.position ?? 'top',
      lifetimeMs,
      shownAt: new Date(),
      isPaused: false,
    };
    stop(id);
    countdowns.delete(id);
    const isShown = state.visible.some((other) => other.id === id);
    set({
      visible: isShown ? state.visible.map((other) => (other.id === id ? toast : other)) : [...state.visible, toast],
      history: [toast, ...state.history.filter((other) => other.id !== id)].slice(0, HISTORY_LENGTH),
    });
    if (lifetimeMs !== null) start(id, lifetimeMs);
  };
  const setPaused = (id: string, isPaused: boolean) =>
    set({ visible: state.visible.map((toast) => (toast.id === id ? { ...toast, isPaused } : toast)) });

  return {
    show(request) {
      lastId += 1;
      const id = `toast-${lastId}`;
      put(id, request);
      return id;
    },
    update: put,
    dismiss,
    pause(id) {
      const countdown = stop(id);
      if (!countdown?.timer) return;
      countdown.timer = null;
      countdown.leftMs = Math.max(0, countdown.leftMs - (Date.now() - countdown.startedAt));
      setPaused(id, true);
    },
    resume(id) {
      const countdown = countdowns.get(id);
      if (!countdown || countdown.timer) return;
      start(id, countdown.leftMs);
      setPaused(id, false);
    },
    clearHistory: () => set({ history: [] }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => state,
  };
}
