import { expect } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'
import { fromWallTime, parseTimeIn, toWallTime } from '#platform/contract/time-zone.ts'
import type { Stage } from './stage.ts'

/** Publishes a post whose mails are due. */
async function publish({ blog, admin }: Stage, title: string): Promise<void> {
  await blog.makePost({ by: admin, title })
  blog.clock.advance(10 * MINUTE_MS)
}

let count = 0
const newTitle = () => `News ${(count += 1)}`
const arrived = ({ server }: Stage, title: string) => server.mails.filter(({ subject }) => subject.includes(title))

/** Three followers get the post, at this pace and no faster. */
export async function paceAtWork(stage: Stage, mailsPerSecond: number): Promise<void> {
  const title = newTitle()
  await stage.follow('at_once', 3)
  await publish(stage, title)
  const pauses = await stage.sendMail()
  expect(arrived(stage, title), `newsletters at ${mailsPerSecond} a second`).toHaveLength(3)
  const pauseMs = SECOND_MS / mailsPerSecond
  expect(pauses).toHaveLength(3 - 1)
  for (const pause of pauses) {
    // A fraction of a millisecond may get lost while it is added to a time.
    expect(pause).toBeGreaterThan(pauseMs - 0.01)
    expect(pause).toBeLessThan(pauseMs + 1)
  }
}

/** Newsletters stop before the fifth that is for codes, which still arrive; the others follow a day later. */
export async function dayAtWork(stage: Stage, mailsPerDay: number): Promise<void> {
  const { blog, admin, server } = stage
  const title = newTitle()
  await stage.follow('at_once', 3)
  await publish(stage, title)
  const left = 1
  const hour = Math.floor(blog.clock.now / HOUR_MS)
  const mails = mailsPerDay - Math.ceil(mailsPerDay / 5) - left
  await blog.db.insertInto('mail_hours').values({ hour, mails, asks: 0 }).execute()
  await stage.sendMail()
  expect(arrived(stage, title), `newsletters at ${mailsPerDay} a day`).toHaveLength(left)
  await blog.visitor().post('/api/auth/code', { email: admin.email })
  await stage.sendMail()
  expect((await server.next(admin.email)).text).toMatch(/\n\d{6}\r?\n/)
  blog.clock.advance(DAY_MS + 2 * HOUR_MS)
  await stage.sendMail()
  expect(arrived(stage, title)).toHaveLength(3)
}

/** The daily and the weekly mail go out at this hour of the zone, and none before. */
export async function hourAtWork(stage: Stage, mailHour: number, timeZone = 'UTC'): Promise<void> {
  const { clock } = stage.blog
  const title = newTitle()
  const day = Math.floor(toWallTime(clock.now, timeZone) / DAY_MS) * DAY_MS
  // Not this week's, a day before which may have passed.
  const sunday = day + (14 - new Date(day).getUTCDay()) * DAY_MS
  const at = fromWallTime(sunday + mailHour * HOUR_MS, timeZone)
  // A day before the time, which was then due last.
  clock.now = at - DAY_MS
  await stage.follow('daily', 1)
  await stage.follow('weekly', 1)
  await publish(stage, title)
  clock.now = at - 1
  await stage.sendMail()
  expect(arrived(stage, title), `before ${mailHour} o'clock`).toEqual([])
  clock.now = at
  await stage.sendMail()
  const cadences = new Set(arrived(stage, title).map(({ to }) => to[0]?.split('-')[0]))
  expect(cadences, `at ${mailHour} o'clock in ${timeZone}`).toEqual(new Set(['daily', 'weekly']))
}

/** The evening of the 24th is the 24th on the page, and mails go out on the Sunday of the zone. */
export async function zoneAtWork(stage: Stage, timeZone: string): Promise<void> {
  const { slug } = await stage.blog.makePost({ by: stage.admin, at: parseTimeIn('2025-12-24T20:00', timeZone) })
  expect(await stage.read(`/post/${slug}`)).toContain('24 December 2025')
  await hourAtWork(stage, 8, timeZone)
}
