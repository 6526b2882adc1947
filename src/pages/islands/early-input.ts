type Repeat = (() => void) | null

/** A click changes what is ticked, so it comes from the opposite. */
const tick = (field: HTMLInputElement): Repeat => {
  const { checked, defaultChecked, type } = field
  // Of radio buttons the chosen one matters.
  if (checked === defaultChecked || (type === 'radio' && !checked)) return null
  return () => {
    field.checked = !checked
    field.click()
  }
}

const choose = (select: HTMLSelectElement): Repeat => {
  const { selectedIndex } = select
  const initial = [...select.options].findIndex((option) => option.defaultSelected)
  if (selectedIndex === Math.max(0, initial)) return null
  return () => {
    select.selectedIndex = selectedIndex
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

const chooseFile = (field: HTMLInputElement): Repeat =>
  field.files?.length ? () => void field.dispatchEvent(new Event('change', { bubbles: true })) : null

const write = (field: HTMLInputElement | HTMLTextAreaElement): Repeat => {
  const { value, defaultValue, selectionStart, selectionEnd } = field
  if (value === defaultValue) return null
  return () => {
    // The person typed on meanwhile, and React knows it.
    if (field.value !== value && field.value !== defaultValue) return
    // React ignores an event after which the value is the one that it set last, so this one bypasses its property.
    field.value = defaultValue
    const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    if (document.activeElement === field && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  }
}

const repeatInput = (field: HTMLInputElement): Repeat => {
  if (field.type === 'hidden') return null
  if (field.type === 'checkbox' || field.type === 'radio') return tick(field)
  return field.type === 'file' ? chooseFile(field) : write(field)
}

const repeatEvent = (field: Element): Repeat => {
  if (field instanceof HTMLInputElement) return repeatInput(field)
  if (field instanceof HTMLTextAreaElement) return write(field)
  return field instanceof HTMLSelectElement ? choose(field) : null
}

/**
 * Reads what a person entered in an island before it was hydrated, which caused no event of React: the next render of a
 * controlled field would replace it. To be called before React renders again.
 * @returns repeats the events, to be called when the island is hydrated
 */
export function readEarlyInput(island: Element): () => void {
  const events = [...island.querySelectorAll('input, textarea, select')].map(repeatEvent).filter((event) => event !== null)
  // React renders after each of them, as a handler may depend on what the one before it has changed.
  return () => events.forEach((event) => event())
}
