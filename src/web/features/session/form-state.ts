/** A form that is sent once at a time. */
export type FormState = { readonly kind: 'idle' } | { readonly kind: 'busy' } | { readonly kind: 'failed'; readonly message: string }

export const IDLE: FormState = { kind: 'idle' }
export const BUSY: FormState = { kind: 'busy' }

/** Shown by the forms and answered by the server (spec §5). */
export const FILL_ALL_FIELDS = 'Please fill out all fields.'

/** The named fields of a form without the space around them; null where one is empty (spec §5). */
export const readFields = <Name extends string>(form: HTMLFormElement, names: readonly Name[]): Record<Name, string> | null => {
  const data = new FormData(form)
  const read = (name: Name) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const fields = Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>
  return names.every((name) => fields[name] !== '') ? fields : null
}
