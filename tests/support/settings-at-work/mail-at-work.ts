import { expect } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'
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
  await blog.visitor().post('/api/auth/forgot-password', { email: admin.email })
  await stage.sendMail()
  expect((await server.next(admin.email)).text).toContain('/reset-password#')
  blog.clock.advance(DAY_MS + 2 * HOUR_MS)
  await stage.sendMail()
  expect(arrived(stage, title)).toHaveLength(3)
}

/** The mail of the week goes out at this hour on Sunday, and none before. */
export async function hourAtWork(stage: Stage, mailHour: number): Promise<void> {
  const { clock } = stage.blog
  const title = newTitle()
  const day = Math.floor(clock.now / DAY_MS) * DAY_MS
  const sunday = day + ((7 - new Date(day).getUTCDay()) % 7) * DAY_MS
  const at = sunday + mailHour * HOUR_MS
  // A day before the time, which was then due last.
  clock.now = at - DAY_MS
  await stage.follow('weekly', 1)
  await publish(stage, title)
  clock.now = at - 1
  await stage.sendMail()
  expect(arrived(stage, title), `before ${mailHour} o'clock`).toEqual([])
  clock.now = at
  await stage.sendMail()
  expect(arrived(stage, title), `at ${mailHour} o'clock`).toHaveLength(1)
}
