/** Fixed language and zone: the server and every browser write the same text. */
const LONG = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** '3 May 2026' of an ISO date. */
export const formatDate = (iso: string): string => LONG.format(new Date(iso))
