const twoDigits = (number: number) => String(number).padStart(2, '0')

/** As a datetime-local field has it: in the time zone of the browser, to the minute. */
export const toLocalTime = (iso: string): string => {
  const at = new Date(iso)
  const date = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  return `${date}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/**
 * What the field says about the time of publication.
 *
 * @param plannedFor of a post that is planned; undefined for any other
 * @returns ISO; null to publish a planned post now; undefined to leave its time as it is, to the second
 */
export const readPublishAt = (field: FormDataEntryValue | null, plannedFor: string | undefined): string | null | undefined => {
  const value = typeof field === 'string' ? field : ''
  if (value === (plannedFor === undefined ? '' : toLocalTime(plannedFor))) return undefined
  return value === '' ? null : new Date(value).toISOString()
}
