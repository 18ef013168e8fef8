/** Types of a toast (specification, section 9). */
export const TOAST_TYPES = ['positive', 'negative', 'warning', 'info', 'ongoing'] as const;
/** One of the five types. */
export type ToastType = (typeof TOAST_TYPES)[number];

/** Places where toasts appear (specification, section 9); left and right are sides of the screen in both writing directions. */
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
/** One of the nine places. */
export type ToastPosition = (typeof TOAST_POSITIONS)[number];

/** Time that a toast stays without a value of its own, in milliseconds. */
export const DEFAULT_TOAST_TIMEOUT_MS = 5000;
/** Added to every configured time, in milliseconds. */
export const TOAST_EXTENSION_MS = 1000;
const HISTORY_LENGTH = 100;

/** What a caller asks for. */
export interface ToastRequest {
  readonly type: ToastType;
  readonly message: string;
  /** `done` is the check mark, `error` the warning sign; without it the icon of the type. */
  readonly icon?: 'done' | 'error';
  /** Default `top`. */
  readonly position?: ToastPosition;
  /** Extended by 1 s; null stays until dismissed. Default 5000 ms; an `ongoing` toast stays. */
  readonly timeoutMs?: number | null;
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** Text for "Copy details" in the history, such as a reference id. */
  readonly details?: string;
}

/** A toast as it is shown and kept. */
export interface Toast extends ToastRequest {
  readonly id: string;
  readonly position: ToastPosition;
  /** Whole time on screen in milliseconds, extension included; null stays. */
  readonly lifetimeMs: number | null;
  readonly shownAt: Date;
  readonly isPaused: boolean;
}

/** State of a store; replaced, never changed in place. */
export interface ToastSnapshot {
  readonly visible: readonly Toast[];
  /** Newest first; the last hundred. */
  readonly history: readonly Toast[];
}

/** Shows toasts, counts their time and remembers them. No framework: the region subscribes. */
export interface ToastStore {
  /** Shows a toast and returns its id. */
  show(request: ToastRequest): string;
  /** Replaces a toast that is still on screen (an ongoing one that has ended) and starts its time anew; shows it anew when it is gone. */
  update(id: string, request: ToastRequest): void;
  dismiss(id: string): void;
  /** Stops the clock of a toast under the pointer or with the focus. */
  pause(id: string): void;
  /** Lets the clock go on with the time that was left. */
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

/** A store of its own; the console has one. */
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
