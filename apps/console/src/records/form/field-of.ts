/** What each field of a form takes: the form, its name and its label. */
export const fieldOf =
  <Form>(form: Form, labelOf: (field: string) => string) =>
  <Name extends string>(name: Name) => ({ form, name, label: labelOf(name) });
