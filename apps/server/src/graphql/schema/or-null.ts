/** Options of a field that may be null: its description says when. */
export function orNull(description: string): { readonly nullable: true; readonly description: string };
export function orNull<Type>(
  description: string,
  type: Type,
): { readonly type: Type; readonly nullable: true; readonly description: string };
export function orNull<Type>(description: string, type?: Type) {
  return { ...(type === undefined ? {} : { type }), nullable: true as const, description };
}
