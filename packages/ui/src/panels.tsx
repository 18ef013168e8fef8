import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IdChip } from './id-chip.tsx';
import './panels.css';

/** Properties of {@link EmptyState}. */
export interface EmptyStateProps {
  /** One sentence on the future content. */
  readonly title: string;
  readonly body?: ReactNode;
  /** At most one action. */
  readonly action?: ReactNode;
  /** Heading level where the panel is the whole page. */
  readonly isPageTitle?: boolean;
}

/** The empty state of a list or page. */
export function EmptyState({ title, body, action, isPageTitle = false }: EmptyStateProps) {
  const Heading = isPageTitle ? 'h1' : 'p';
  return (
    <div className="bc-panel">
      <Heading className={isPageTitle ? undefined : 'bc-panel-title'}>{title}</Heading>
      {body ? <div className="bc-panel-body">{body}</div> : null}
      {action ? <div className="bc-panel-actions">{action}</div> : null}
    </div>
  );
}

/** Properties of {@link ErrorPanel}. */
export interface ErrorPanelProps {
  /** The failure. */
  readonly title: string;
  /** Consequence and remedy. */
  readonly body?: ReactNode;
  /** Reference id of the failure, with the words around it. */
  readonly reference?: { readonly id: string; readonly label: string; readonly copy: string; readonly copied: string };
  readonly retry?: { readonly label: string; readonly onClick: () => void; readonly isBusy?: boolean };
  /** Further actions, such as "Reset view". */
  readonly children?: ReactNode;
  readonly isPageTitle?: boolean;
}

/** Replaces the element that failed; the rest of the page remains usable. */
export function ErrorPanel({ title, body, reference, retry, children, isPageTitle = false }: ErrorPanelProps) {
  const Heading = isPageTitle ? 'h1' : 'p';
  return (
    <div className="bc-panel" data-tone="negative" role="alert">
      <Heading className="bc-panel-title">
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        {title}
      </Heading>
      {body ? <div className="bc-panel-body">{body}</div> : null}
      {reference ? (
        <div className="bc-panel-reference">
          {reference.label}
          <IdChip value={reference.id} labels={{ copy: reference.copy, copied: reference.copied }} />
        </div>
      ) : null}
      {retry || children ? (
        <div className="bc-panel-actions">
          {retry ? (
            <Button onClick={retry.onClick} loading={retry.isBusy ?? false}>
              {retry.label}
            </Button>
          ) : null}
          {children}
        </div>
      ) : null}
    </div>
  );
}

/** Properties of {@link Skeleton}. */
export interface SkeletonProps {
  /** CSS width; use the real width of the text. */
  readonly width: string;
  /** CSS height; default one line of body text. */
  readonly height?: string;
}

/** A grey bar in place of a text; invisible for the first 150 ms, so that a fast answer never flickers. */
export function Skeleton({ width, height = '0.75rem' }: SkeletonProps) {
  return <span className="bc-skeleton" aria-hidden="true" style={{ width, height }} />;
}
