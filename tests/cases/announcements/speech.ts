/**
 * Scripts that run in a page of any browser. They record what a screen reader says of it: texts that appear in a live region
 * that was there before, and what takes the focus, with its description. A region that is inserted full is silent.
 */
export const RECORD_SPEECH = `
  const LIVE = '[role=alert], [role=status], output, [aria-live]'
  const spoken = window.spoken = []
  const isHeard = (region) => !region.closest('[hidden], [aria-hidden=true]') && getComputedStyle(region).visibility !== 'hidden'
  const wordsOf = (region) => region.textContent.replace(/\\s+/g, ' ').trim()
  const regions = new Map([...document.querySelectorAll(LIVE)].map((region) => [region, wordsOf(region)]))
  new MutationObserver(() => {
    for (const region of document.querySelectorAll(LIVE)) {
      const words = wordsOf(region)
      if (regions.has(region) && words !== regions.get(region) && words !== '' && isHeard(region)) spoken.push(words)
      regions.set(region, words)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
  // The state of a toggle that has the focus.
  new MutationObserver((changes) => {
    const { activeElement: button } = document
    if (changes.some(({ target, oldValue }) => target === button && oldValue !== button.ariaPressed))
      spoken.push((button.ariaLabel || button.title || wordsOf(button)) + (button.ariaPressed === 'true' ? ', pressed' : ', not pressed'))
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-pressed'], attributeOldValue: true })
  addEventListener('focusin', ({ target }) => {
    if (window.isPressing || !(target instanceof HTMLElement)) return
    const described = [target.getAttribute('aria-labelledby'), target.getAttribute('aria-describedby')].join(' ').split(' ')
    const texts = described.map((id) => document.getElementById(id)?.innerText ?? '').filter((text) => text !== '')
    if (texts.length > 0) spoken.push(texts.join(' | ').replace(/\\s+/g, ' ').trim())
    else if (!target.matches('input, textarea, select')) spoken.push(target.ariaLabel ?? target.innerText.replace(/\\s+/g, ' ').trim())
  })`

export const declaredForm = (name: string) => `form:is(:has(input[name=form][value="${name}"]), [data-name="${name}"])`

const FORM = (selector: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((form) => form.getClientRects().length > 0)`

/** Hydrates the form. Returns whether it is ready. */
export const wakeForm = (selector: string): string => `
  const form = ${FORM(selector)}
  if (form === undefined || window.earlyTap !== null) return false
  const island = form.closest('[data-island]')
  if (island === null || island.hasAttribute('data-hydrated')) return true
  form.querySelector('input:not([type=hidden]), button, textarea')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  return false`

/** How the line treats calls that change something. */
export type Line = 'fast' | 'slow' | 'down'

const SLOW_MS = 1500

export const setLine = (line: Line): string => `
  const send = window.sendFetch ??= window.fetch
  const isRead = (init) => (init?.method ?? 'GET') === 'GET'
  window.fetch = async (input, init) => {
    if (!isRead(init) && ${JSON.stringify(line)} === 'down') throw new TypeError('Failed to fetch')
    if (!isRead(init) && ${JSON.stringify(line)} === 'slow') await new Promise((resolve) => setTimeout(resolve, ${SLOW_MS}))
    return send(input, init)
  }`

/** Fills in fields as typing does, and presses the submit button. */
export const sendForm = (selector: string, fields: Readonly<Record<string, string>>): string => `
  const form = ${FORM(selector)}
  window.isPressing = true
  for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
    const control = form.elements.namedItem(name)
    if (control instanceof RadioNodeList) [...control].find((one) => one.value === value).click()
    else if (control.type === 'checkbox') control.click()
    else {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value').set.call(control, value)
      control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
    }
  }
  const button = form.querySelector('button:not([type=button])')
  button.focus()
  window.spoken.length = 0
  window.isPressing = false
  button.click()`

export const READ_SPEECH = `return { spoken: window.spoken ?? null, title: document.title, address: location.pathname + location.search }`

/** What a new page reads by itself: what its address or `autofocus` leads to. Null while it loads. */
export const READ_START = `
  if (document.readyState !== 'complete') return null
  const target = document.activeElement === document.body ? document.getElementById(location.hash.slice(1)) : document.activeElement
  const described = document.getElementById(target?.getAttribute('aria-describedby')?.split(' ')[0])
  return (described ?? target)?.innerText.replace(/\\s+/g, ' ').trim() ?? ''`
