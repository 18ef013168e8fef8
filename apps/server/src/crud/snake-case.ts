/** Name in SQL of a field (`nameI18n`) or of a noun (`topic-category`). */
export function snakeCase(name: string): string {
  return name.replace(/-|[A-Z]/g, (sign) => (sign === '-' ? '_' : `_${sign.toLowerCase()}`));
}
