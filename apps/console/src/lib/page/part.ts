import { type ComponentType, createElement, lazy, Suspense } from 'react';

type Part = ComponentType<object>;

/** A component of a file that is loaded when it is first shown; the boundary around it says what is shown until then. */
export function lazyPart<Name extends string, File extends Record<Name, ComponentType<never>>>(
  load: () => Promise<File>,
  name: Name,
): File[Name] {
  return lazy(async () => ({ default: (await load())[name] as unknown as Part })) as unknown as File[Name];
}

/** The same with a boundary of its own, which shows nothing until it is loaded. */
export function part<Name extends string, File extends Record<Name, ComponentType<never>>>(
  load: () => Promise<File>,
  name: Name,
): File[Name] {
  const Loaded = lazyPart(load, name) as unknown as Part;
  return ((props: object) => createElement(Suspense, null, createElement(Loaded, props))) as unknown as File[Name];
}
