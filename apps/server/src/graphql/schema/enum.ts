import type { Builder } from './builder.ts';

/** Adds an enum with a description of each value: value -> description. */
export function addEnum<const Value extends string>(
  builder: Builder,
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) {
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(
      Object.entries<string>(values).map(([value, meaning]) => [value, { description: meaning }]),
    ) as { readonly [Key in Value]: { readonly description: string } },
  });
}
