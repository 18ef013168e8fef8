import { vi } from 'vitest';
import type { LoadPanel, MountPanel, PanelCode, PanelModel } from '../panel-contract.ts';
import { readReleases } from '../release.ts';
import * as visits from '../visits.ts';

type Answer = () => Response | Promise<Response>;

/** An element with the part of the DOM that the popup's core uses. */
class FakeElement extends EventTarget {
  isConnected = false;
  disconnectedCallback?(): void;
  append(child: FakeElement): void {
    child.isConnected = true;
    FakePage.current.containers.add(child);
  }
  remove(): void {
    this.isConnected = false;
    if (FakePage.current.containers.delete(this)) this.disconnectedCallback?.();
  }
  override dispatchEvent(event: Event): boolean {
    FakePage.current.events.push([event.type, (event as CustomEvent).detail]);
    FakePage.current.reaches.add(`${event.bubbles} ${event.composed}`);
    return true;
  }
}

/** A JSON answer. */
export const json =
  (value: unknown, status = 200): Answer =>
  () =>
    Response.json(value, { status });

/** Releases with these ids, each with one change. */
export const releases = (...ids: readonly string[]) =>
  ids.map((id) => ({
    id,
    version: '1.0.0',
    date: '2026-09-20',
    changeLists: [{ title: 'List', changes: [{ type: 'BUG', title: 'T', description: 'D' }] }],
  }));

/** The panel's code with another way to render. */
export const panelWith = (mountPanel: MountPanel): PanelCode => ({ ...visits, readReleases, mountPanel });

const CONSOLE = ['debug', 'error', 'info', 'log', 'warn'] as const;

/** A page without a browser that drives and observes the popup's core, exact to the millisecond. */
export class FakePage {
  static current: FakePage;
  readonly containers = new Set<FakeElement>();
  readonly events: [string, unknown][] = [];
  /** Whether events bubble and leave shadow trees. */
  readonly reaches = new Set<string>();
  readonly calls: string[] = [];
  readonly requests: RequestInit[] = [];
  readonly lines: string[] = [];
  readonly reported: Error[] = [];
  readonly window = new EventTarget();
  readonly storage = new Map<string, string>();
  /** Answers of the provider by method and path. */
  readonly answers: Record<string, Answer> = {
    'GET /releases/published': json(releases('r2', 'r1')),
    'GET /.well-known/theme': json({ colors: { primary: '#0f6b81' } }),
    'POST /releases/visit': () => new Response(null, { status: 204 }),
  };
  isModal = false;
  readonly document;
  /** The model of the rendered panel, and its callback for errors. */
  model: PanelModel | null = null;
  onBroken: (cause: unknown) => void = () => undefined;

  /** Renders nothing, and records the model. */
  readonly mountPanel: MountPanel = async (_host, model, onBroken) => {
    this.model = model;
    this.onBroken = onBroken;
    return {
      update: (next) => {
        if (this.model !== null) this.model = next;
      },
      unmount: () => {
        this.model = null;
      },
    };
  };

  readonly loadPanel: LoadPanel = async () => panelWith(this.mountPanel);

  constructor() {
    FakePage.current = this;
    const defined = new Map<string, new () => FakeElement>();
    this.document = Object.assign(new FakeElement(), {
      body: new FakeElement() as FakeElement | null,
      baseURI: 'https://host.test/',
      documentElement: { lang: '' },
      createElement: (name: string) => new (defined.get(name) as new () => FakeElement)(),
      querySelector: (selector: string) => (this.isModal && selector === 'dialog:modal' ? {} : null),
    });
    const globals = {
      document: this.document,
      window: this.window,
      HTMLElement: FakeElement,
      customElements: {
        get: (name: string) => defined.get(name),
        define: (name: string, element: new () => FakeElement) => {
          if (defined.has(name)) throw new Error(`${name} is defined`);
          defined.set(name, element);
        },
      },
      localStorage: {
        getItem: (key: string) => this.storage.get(key) ?? null,
        setItem: (key: string, value: string) => this.storage.set(key, value),
        removeItem: (key: string) => this.storage.delete(key),
      },
      fetch: (address: string, init: RequestInit) => {
        const { method = 'GET' } = init;
        this.requests.push(init);
        const call = `${method} ${address.replace('https://id.test', '')}`;
        this.calls.push(call);
        return (this.answers[call] ?? this.answers[call.replace(/\?.*/, '')])?.();
      },
      reportError: (error: Error) => this.reported.push(error),
    };
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    for (const level of CONSOLE)
      vi.spyOn(console, level).mockImplementation((line: unknown) => {
        this.lines.push(`${level} ${line}`);
      });
  }

  /** Simulates another tab that closes these releases. */
  elsewhere(seen: 'read' | 'dismissed', ids: readonly string[], person = 'anna'): void {
    for (const id of ids) {
      const key = `release-notes:${person}:${id}`;
      this.storage.set(key, seen);
      this.window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: seen }));
    }
  }

  /** Number of requests to a URL. */
  count(call: string): number {
    return this.calls.filter((each) => each === call).length;
  }
}
