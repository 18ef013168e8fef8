import { type DragEvent, type HTMLAttributes, useState } from 'react';

/** Attributes of an element that files can be dropped on; `data-over` while one is dragged over it. */
export function useFileDrop(onFile: (file: File) => void): HTMLAttributes<HTMLElement> {
  const [isOver, setOver] = useState(false);
  const drag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isInside);
  };
  return {
    ...(isOver ? { 'data-over': true } : {}),
    onDragEnter: drag(true),
    onDragOver: drag(true),
    onDragLeave: drag(false),
    onDrop: (event) => {
      drag(false)(event);
      const file = event.dataTransfer.files[0];
      if (file) onFile(file);
    },
  };
}
