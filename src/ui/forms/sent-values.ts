import { FILL_ALL_FIELDS } from '#platform/contract/form.ts'
import { ApiError } from '#ui/api/api-error.ts'

/** Text of a form field; empty if there is none. */
export const readText = (data: FormData, name: string): string => {
  const value = data.get(name)
  // Forms send CR LF for line ends.
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

export const readTexts = <Name extends string>(data: FormData, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, readText(data, name)])) as Record<Name, string>

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

const isEmpty = (value: unknown) => !value || (typeof value === 'string' && value.trim() === '')

/** Checks what needs no server. @throws ApiError */
export const requireFields = (names: readonly string[], values: Readonly<Record<string, unknown>>) => {
  const errors = names.filter((name) => isEmpty(values[name])).map((field) => ({ field, message: FILL_ALL_FIELDS }))
  const [first] = errors
  if (first !== undefined)
    throw new ApiError({ status: 400, code: 'bad_request', ...first, errors: errors.length > 1 ? errors : undefined })
}
