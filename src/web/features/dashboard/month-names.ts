const NAME = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'March 2026' of '2026-03'. */
export const monthName = (month: string): string => NAME.format(new Date(`${month}-01T00:00:00Z`))
