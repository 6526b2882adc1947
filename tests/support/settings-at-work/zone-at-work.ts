import { expect } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { fromWallTime, parseTimeIn, toWallTime } from '#platform/contract/time-zone.ts'
import { DEFAULT_MAIL_LIMITS } from '#platform/mail/mail-limits.ts'
import type { Stage } from './stage.ts'

let count = 0

/** The evening of the 24th is the 24th on the page, and the mail of a week goes out on the Sunday of the zone, at its hour. */
export async function zoneAtWork({ blog, admin, read, follow, sendMail, server }: Stage, timeZone: string): Promise<void> {
  const { slug } = await blog.makePost({ by: admin, at: parseTimeIn('2025-12-24T20:00', timeZone) })
  expect(await read(`/post/${slug}`)).toContain('24 December 2025')

  const title = `News ${(count += 1)}`
  const { clock } = blog
  const day = Math.floor(toWallTime(clock.now, timeZone) / DAY_MS) * DAY_MS
  // Not this week's, which may have passed.
  const sunday = day + (14 - new Date(day).getUTCDay()) * DAY_MS
  const at = fromWallTime(sunday + DEFAULT_MAIL_LIMITS.hour * HOUR_MS, timeZone)
  clock.now = at - DAY_MS
  await follow('weekly', 1)
  await blog.makePost({ by: admin, title })
  clock.advance(10 * MINUTE_MS)
  const arrived = () => server.mails.filter(({ subject }) => subject.includes(title))
  clock.now = at - 1
  await sendMail()
  expect(arrived(), `before Sunday’s mail in ${timeZone}`).toEqual([])
  clock.now = at
  await sendMail()
  expect(arrived(), `Sunday’s mail in ${timeZone}`).toHaveLength(1)
}
