/** SQL name of a field (`nameI18n`) or a noun (`topic-category`). */
export function snakeCase(name: string): string {
  return name.replace(/-|[A-Z]/g, (sign) => (sign === '-' ? '_' : `_${sign.toLowerCase()}`));
}
