/** Shows the stored values, for instance trimmed ones, in fields that have not changed since they were sent. */
export const showStored = (
  form: HTMLFormElement | null,
  sent: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, string>>,
): void => {
  for (const [name, value] of Object.entries(stored)) {
    const field = form?.elements.namedItem(name)
    if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value === sent[name]) field.value = value
  }
}
