/** @param value ISO date, `2019-05-04 17:03:21` in UTC, or milliseconds since 1970 @returns milliseconds since 1970; null if invalid */
export function timeOf(value: string | number | null | undefined): number | null {
  if (typeof value === 'number') return value
  const at = Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value ?? '') ? `${value?.replace(' ', 'T')}Z` : (value ?? ''))
  return Number.isNaN(at) ? null : at
}
