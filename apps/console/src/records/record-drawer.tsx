import { useMessages } from '@backcounter/i18n/react';
import { Drawer } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useEscapeWithoutFocus } from '../lib/page/escape-without-focus.ts';
import { useFocusReturn } from '../lib/page/focus-return.ts';
import { isTopmost } from '../lib/page/layer-focus.ts';
import { useIsPhone } from '../lib/page/use-phone.ts';
import styles from './record-drawer.module.css';

/** There is room for a panel beside a list. */
const WIDE = '(min-width: 90em)';

interface RecordDrawerProps {
  /** A name, or an element in the page's language. */
  readonly title: string | ReactElement;
  readonly state?: ReactNode;
  /** Line below the title. */
  readonly about?: ReactNode;
  readonly onClose: () => void;
  /** Is beside the page where there is room, without covering it. */
  readonly isDocked?: boolean | undefined;
  readonly children: ReactNode;
}

/** A panel at the end of the page, beside the readable list. Full screen on a phone. */
export function RecordDrawer({ title, state, about, onClose, isDocked = false, children }: RecordDrawerProps) {
  const { t } = useMessages();
  useFocusReturn();
  const isPhone = useIsPhone();
  const isBeside = useMediaQuery(WIDE) === true && isDocked;
  const inside = useRef<HTMLDivElement>(null);
  useEscapeWithoutFocus(inside, onClose);
  useLayoutEffect(() => {
    // An action such as Archive may remove the focused element, which would lose the keyboard behind the drawer.
    if (document.activeElement === document.body && isTopmost(inside.current))
      inside.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      size={isPhone ? '100%' : 480}
      classNames={{
        content: isBeside ? styles['docked'] : styles['drawer'],
        header: styles['head'],
        body: styles['body'],
      }}
      overlayProps={{ backgroundOpacity: 0.16 }}
      {...(isBeside && { withOverlay: false, lockScroll: false, trapFocus: false, closeOnClickOutside: false })}
      // A dialog above handles the key alone: only the topmost layer closes.
      closeOnEscape={false}
      onKeyDown={(event) => {
        const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key === 'Escape' && isInside && !event.defaultPrevented) onClose();
      }}
      title={
        <span className={styles['title']}>
          {typeof title === 'string' ? <bdi>{title}</bdi> : title}
          {state}
        </span>
      }
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      <div ref={inside} className={styles['inside']}>
        {about ? <p className={styles['about']}>{about}</p> : null}
        {children}
      </div>
    </Drawer>
  );
}

interface DrawerPartProps {
  readonly title?: string;
  readonly children: ReactNode;
}

/** A part below the form, with its actions. */
export function DrawerPart({ title, children }: DrawerPartProps) {
  return (
    <section className={styles['part']}>
      {title === undefined ? null : <h3>{title}</h3>}
      {children}
    </section>
  );
}
