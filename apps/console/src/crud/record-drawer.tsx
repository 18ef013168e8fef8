import { useMessages } from '@backcounter/i18n/react';
import { Drawer } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useEscapeWithoutFocus } from '../lib/page/escape-without-focus.ts';
import { useFocusReturn } from '../lib/page/focus-return.ts';
import { useIsPhone } from '../lib/page/use-phone.ts';
import './record-drawer.css';

interface RecordDrawerProps {
  /** A name, or an element that says more and reads as the page does. */
  readonly title: string | ReactElement;
  readonly state?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel at the end of the page; the list behind stays readable. The whole screen on a phone. */
export function RecordDrawer({ title, state, onClose, children }: RecordDrawerProps) {
  const { t } = useMessages();
  useFocusReturn();
  const isPhone = useIsPhone();
  const inside = useRef<HTMLDivElement>(null);
  useEscapeWithoutFocus(inside, onClose);
  useLayoutEffect(() => {
    // What had the focus may be gone after a change, such as Archive: without this the keyboard would be lost behind the drawer.
    if (document.activeElement === document.body) inside.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      size={isPhone ? '100%' : 520}
      classNames={{ content: 'bc-drawer', header: 'bc-drawer-head', body: 'bc-drawer-body' }}
      overlayProps={{ backgroundOpacity: 0.16 }}
      // A dialog above has the key to itself: the topmost layer closes, and only that.
      closeOnEscape={false}
      onKeyDown={(event) => {
        const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key === 'Escape' && isInside && !event.defaultPrevented) onClose();
      }}
      title={
        <span className="bc-drawer-title">
          {typeof title === 'string' ? <bdi>{title}</bdi> : title}
          {state}
        </span>
      }
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      <div ref={inside} className="bc-drawer-inside">
        {children}
      </div>
    </Drawer>
  );
}
