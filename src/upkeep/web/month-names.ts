import { dateFormat } from '#platform/contract/format-date.ts'

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const

/** 'March 2026' of '2026-03'. */
export const monthName = (month: string): string => dateFormat('en', MONTH).format(new Date(`${month}-01T00:00:00Z`))
