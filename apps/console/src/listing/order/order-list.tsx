import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../lib/api/graphql-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import styles from './order-list.module.css';

/** A list with one member moved to another index; indexes beyond the ends are clamped. */
function movedTo<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const target = Math.max(0, Math.min(items.length - 1, to));
  const item = items[from];
  if (item === undefined || target === from) return items;
  return items.toSpliced(from, 1).toSpliced(target, 0, item);
}

/** The member after another one, which the API uses as a position; null for the last. */
function followerOf(ids: readonly string[], id: string): string | null {
  return ids[ids.indexOf(id) + 1] ?? null;
}

/** A member of an order. */
export interface OrderItem {
  readonly id: string;
  readonly version: number;
  readonly name: string;
}

interface OrderListProps {
  readonly label: string;
  readonly items: readonly OrderItem[];
  /** When the items were loaded; newer ones replace the displayed ones. */
  readonly asked: number;
  /** Saves one move and returns the member's new version. Rejects with a `RequestError`. */
  readonly move: (item: OrderItem, before: string | null, idempotencyKey: string) => Promise<number>;
  /** Called after the last pending move, even if one failed: the stored order is loaded again. */
  readonly onMoved: () => void;
}

/**
 * A sortable list: by dragging the handle, by buttons, or by keyboard (Space picks up, arrows move, Space drops, Escape
 * cancels). Moves are saved one after another.
 */
export function OrderList({ label, items, asked, move, onMoved }: OrderListProps) {
  const { t, figure } = useMessages();
  const hintId = useId();
  const [order, setOrder] = useState(items);
  const [picked, setPicked] = useState<{ readonly id: string; readonly from: readonly OrderItem[] } | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const versions = useRef(new Map(items.map(({ id, version }) => [id, version])));
  const writing = useRef<Promise<void>>(Promise.resolve());
  const pending = useRef(0);
  const list = useRef<HTMLOListElement>(null);
  const focusOn = useRef<string | null>(null);
  const putBackLater = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the items are those of this answer
  useEffect(() => {
    // Later moves are pending: their own answer follows.
    if (pending.current > 0) return;
    versions.current = new Map(items.map(({ id, version }) => [id, version]));
    setPicked(null);
    setOrder(items);
  }, [asked]);

  useEffect(() => {
    // A moved row is remounted elsewhere: move the focus along.
    if (focusOn.current === null) return;
    const [id = '', part = ''] = focusOn.current.split(' ');
    focusOn.current = null;
    const row = [...(list.current?.children ?? [])].find((each) => (each as HTMLElement).dataset['id'] === id);
    const button = row?.querySelector<HTMLButtonElement>(`[data-part="${part}"]`);
    (button?.disabled ? row?.querySelector<HTMLElement>('[data-part="handle"]') : button)?.focus();
  });

  const place = (next: readonly OrderItem[], id: string) => ({
    name: next.find((item) => item.id === id)?.name ?? '',
    place: figure(next.findIndex((item) => item.id === id) + 1),
    count: figure(next.length),
  });

  const write = (next: readonly OrderItem[], id: string) => {
    const item = next.find((each) => each.id === id);
    if (!item) return;
    const before = followerOf(
      next.map((each) => each.id),
      id,
    );
    const key = newIdempotencyKey();
    pending.current += 1;
    writing.current = writing.current
      .then(async () => {
        const version = versions.current.get(id) ?? item.version;
        versions.current.set(id, await move({ ...item, version }, before, key));
      })
      .catch((error: unknown) => {
        // The client has shown it in a toast.
        if (!(error instanceof RequestError)) throw error;
      })
      .finally(() => {
        pending.current -= 1;
        if (pending.current === 0) onMoved();
      });
  };

  const moveNow = (id: string, to: number, part: string) => {
    const from = order.findIndex((item) => item.id === id);
    const next = movedTo(order, from, to);
    if (next === order) return;
    focusOn.current = `${id} ${part}`;
    setOrder(next);
    setSaid(t('crud.order.moved', place(next, id)));
    write(next, id);
  };

  const onHandleKey = (event: KeyboardEvent, id: string, index: number) => {
    const isPicked = picked?.id === id;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (!isPicked) {
        setPicked({ id, from: order });
        setSaid(t('crud.order.picked', place(order, id)));
        return;
      }
      setPicked(null);
      setSaid(t('crud.order.dropped', place(order, id)));
      if (picked.from.findIndex((item) => item.id === id) !== index) write(order, id);
    } else if (isPicked && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const next = movedTo(order, index, index + (event.key === 'ArrowUp' ? -1 : 1));
      focusOn.current = `${id} handle`;
      setOrder(next);
      setSaid(t('crud.order.at', place(next, id)));
    } else if (isPicked && event.key === 'Escape') {
      // Only cancels the drag: the drawer remains open.
      event.preventDefault();
      putBack(id);
    }
  };
  const putBack = (id: string) => {
    if (picked?.id !== id) return;
    focusOn.current = `${id} handle`;
    setOrder(picked.from);
    setPicked(null);
    setSaid(t('crud.order.put-back', place(picked.from, id)));
  };

  return (
    <>
      <p className={styles['hint']} id={hintId}>
        {t('crud.order.hint')}
      </p>
      <ol ref={list} className={styles['order']} aria-label={label}>
        {order.map(({ id, name }, index) => (
          <li
            key={id}
            data-id={id}
            data-picked={picked?.id === id || undefined}
            data-over={over === id || undefined}
            draggable={picked === null}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', name);
              setDragged(id);
            }}
            onDragEnd={() => {
              setDragged(null);
              setOver(null);
            }}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(id);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null && dragged !== id) moveNow(dragged, index, 'handle');
            }}
          >
            <ActionIcon
              className={styles['handle']}
              variant="subtle"
              color="gray"
              size={28}
              data-part="handle"
              aria-label={t('crud.order.handle', { name })}
              aria-pressed={picked?.id === id}
              aria-describedby={hintId}
              // Escape cancels the drag, and closes nothing.
              data-mantine-stop-propagation={picked?.id === id || undefined}
              onKeyDown={(event) => onHandleKey(event, id, index)}
              onBlur={() => {
                if (focusOn.current === null) putBackLater.current = window.setTimeout(() => putBack(id), 0);
              }}
              onFocus={() => window.clearTimeout(putBackLater.current)}
            >
              <IconGripVertical size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
            <span className={styles['place']}>{figure(index + 1)}</span>
            <bdi>{name}</bdi>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              data-part="up"
              disabled={index === 0}
              aria-label={t('crud.order.up', { name })}
              onClick={() => moveNow(id, index - 1, 'up')}
            >
              <IconChevronUp size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              data-part="down"
              disabled={index === order.length - 1}
              aria-label={t('crud.order.down', { name })}
              onClick={() => moveNow(id, index + 1, 'down')}
            >
              <IconChevronDown size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <output className="bc-sr-only" aria-live="assertive">
        {said}
      </output>
    </>
  );
}
