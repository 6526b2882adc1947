const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Value of a datetime-local field: in the time zone of the browser, to the minute. */
export const toLocalTime = (iso: string): string => {
  const at = new Date(iso)
  const date = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  return `${date}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/**
 * Reads the time of publication from its field.
 *
 * @param plannedFor ISO time of a planned post; undefined for any other
 * @returns ISO; null to publish a planned post now; undefined to leave its time unchanged, to the second
 */
export const readPublishAt = (field: FormDataEntryValue | null, plannedFor: string | undefined): string | null | undefined => {
  const value = typeof field === 'string' ? field : ''
  if (value === (plannedFor === undefined ? '' : toLocalTime(plannedFor))) return undefined
  return value === '' ? null : new Date(value).toISOString()
}
