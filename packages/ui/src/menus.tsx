import type { Menu as MantineMenu, Popover as MantinePopover } from '@mantine/core';
import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  createContext,
  type FocusEvent,
  type MouseEvent,
  type MouseEventHandler,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

interface Parts {
  readonly Menu: typeof MantineMenu;
  readonly Popover: typeof MantinePopover;
}
type Kind = keyof Parts;
type Properties = Record<string, unknown> & { readonly children?: ReactNode };
type Part = ComponentType<Properties>;
interface SizeState {
  readonly availableHeight: number;
  readonly elements: { readonly floating: HTMLElement };
}

/** Focus and press of a button before its menu can open. Elements are numbered, as the library draws new ones. */
interface Waiting {
  readonly id: string;
  readonly isControlled: boolean;
  focused: number | null;
  pressed: number | null;
}

let parts: Parts | null = null;
const listeners = new Set<() => void>();
const WaitingContext = createContext<Waiting | null>(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const useParts = () => useSyncExternalStore(subscribe, () => parts);

/** Loads the library's menus and popovers; call it when the first page is shown. */
export async function loadMenus(): Promise<void> {
  if (parts !== null) return;
  parts = (await import('./menu-parts.ts')).menuParts;
  for (const listener of listeners) listener();
}

const HEIGHT_MIN = 120;
/** A dropdown is as tall as the window allows, and scrolls. */
const middlewares = {
  flip: true,
  shift: true,
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }: SizeState) => {
      elements.floating.style.maxHeight = `${Math.max(HEIGHT_MIN, availableHeight)}px`;
    },
  },
};

const elementsOf = (button: Element) => [button, ...button.querySelectorAll<HTMLElement>('*')] as HTMLElement[];
const numberOf = ({ currentTarget, target }: SyntheticEvent) =>
  Math.max(0, elementsOf(currentTarget).indexOf((target as Element).closest('button, a') as HTMLElement));

function Root({ kind, children, ...properties }: Properties & { readonly kind: Kind }) {
  const loaded = useParts();
  const id = useId();
  const isControlled = properties['opened'] !== undefined;
  const waiting = useRef<Waiting>({ id, isControlled, focused: null, pressed: null });
  // One that opens with its first appearance would not know where to return the focus to.
  const [isReady, setReady] = useState(loaded !== null);
  useEffect(() => {
    if (loaded === null) return;
    const { focused, pressed } = waiting.current;
    Object.assign(waiting.current, { focused: null, pressed: null });
    const button = document.getElementById(id);
    const elements = button ? elementsOf(button) : [];
    // A press focuses too; the menu returns the focus to where it was when it opened.
    elements[pressed ?? focused ?? -1]?.focus();
    if (pressed !== null) elements[pressed]?.click();
    setReady(true);
  }, [loaded, id]);
  if (loaded === null) return <WaitingContext value={waiting.current}>{children}</WaitingContext>;
  const Real = loaded[kind] as unknown as Part;
  const opened = isControlled ? { opened: isReady && properties['opened'] } : {};
  return (
    <Real id={id} middlewares={middlewares} {...properties} {...opened}>
      {children}
    </Real>
  );
}

function Target({ kind, children }: { readonly kind: Kind; readonly children: ReactElement<Properties> }) {
  const loaded = useParts();
  const waiting = useContext(WaitingContext);
  if (loaded !== null) {
    const Real = loaded[kind].Target as unknown as Part;
    return <Real>{children}</Real>;
  }
  return waiting === null ? children : cloneElement(children, handlersOf(kind, waiting, children.props));
}

function handlersOf(kind: Kind, waiting: Waiting, own: Properties): Properties {
  return {
    id: waiting.id,
    'aria-haspopup': kind === 'Menu' ? 'menu' : 'dialog',
    'aria-expanded': false,
    onPointerEnter: loadMenus,
    onFocus: (event: FocusEvent) => {
      waiting.focused = numberOf(event);
      void loadMenus();
    },
    onBlur: () => {
      waiting.focused = null;
    },
    // The new button may appear between press and release, which then are no click.
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) waiting.pressed = numberOf(event);
    },
    onPointerCancel: () => {
      waiting.pressed = null;
    },
    onClick: (event: MouseEvent) => {
      waiting.pressed = waiting.isControlled ? null : numberOf(event);
      (own['onClick'] as MouseEventHandler | undefined)?.(event);
      void loadMenus();
    },
  };
}

/** Part of an open menu, which needs the library anyway; nothing until then. */
function MenuPart({ of, ...properties }: Properties & { readonly of: (parts: Parts) => unknown }) {
  const loaded = useParts();
  if (loaded === null) return null;
  const Real = of(loaded) as Part;
  return <Real {...properties} />;
}

type TargetProperties = { readonly children: ReactElement<Properties> };

/**
 * Mantine's menu, loaded after the first page or with the first button that is pointed at, focused or pressed. Same
 * parts and properties.
 */
export const Menu = Object.assign((own: Properties) => <Root kind="Menu" {...own} />, {
  Target: (own: TargetProperties) => <Target kind="Menu" {...own} />,
  Dropdown: (own: Properties) => <MenuPart of={(loaded) => loaded.Menu.Dropdown} {...own} />,
  Item: (own: Properties) => <MenuPart of={(loaded) => loaded.Menu.Item} {...own} />,
  Label: (own: Properties) => <MenuPart of={(loaded) => loaded.Menu.Label} {...own} />,
  Divider: (own: Properties) => <MenuPart of={(loaded) => loaded.Menu.Divider} {...own} />,
  RadioGroup: (own: Properties) => <MenuPart of={(loaded) => loaded.Menu.RadioGroup} {...own} />,
  RadioItem: (own: Properties) => <MenuPart of={(loaded) => loaded.Menu.RadioItem} {...own} />,
}) as unknown as Pick<
  typeof MantineMenu,
  'Target' | 'Dropdown' | 'Item' | 'Label' | 'Divider' | 'RadioGroup' | 'RadioItem'
> &
  ComponentType<ComponentProps<typeof MantineMenu>>;

/** Mantine's popover, loaded like {@link Menu}. */
export const Popover = Object.assign((own: Properties) => <Root kind="Popover" {...own} />, {
  Target: (own: TargetProperties) => <Target kind="Popover" {...own} />,
  Dropdown: (own: Properties) => <MenuPart of={(loaded) => loaded.Popover.Dropdown} {...own} />,
}) as unknown as Pick<typeof MantinePopover, 'Target' | 'Dropdown'> &
  ComponentType<ComponentProps<typeof MantinePopover>>;
