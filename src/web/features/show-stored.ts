/** Fields that are as they were sent show what is stored now, without blanks at its ends for instance; what was typed since stays. */
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
