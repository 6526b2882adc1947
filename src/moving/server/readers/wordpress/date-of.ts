import type { Element } from './read-wxr.ts'

/** Reads the UTC field of a date such as `2019-05-04 17:03:21`. Old exports and drafts have only the local one. */
export function dateOf({ texts }: Element, name: string): number | null {
  for (const text of [texts[`${name}_gmt`] ?? '', texts[name] ?? '']) {
    const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text.trim()) ?? []
    const at = date === undefined || date.startsWith('0000') ? Number.NaN : Date.parse(`${date}T${time}Z`)
    if (!Number.isNaN(at)) return at
  }
  return null
}
