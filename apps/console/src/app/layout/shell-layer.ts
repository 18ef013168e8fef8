/** Layers that the shell itself opens; one at a time. */
export type ShellLayer = 'navigation' | 'shortcuts' | 'messages';
