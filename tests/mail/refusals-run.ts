import { setTimeout as sleep } from 'node:timers/promises'
import type { RefusalOfAll } from '#tests/support/mail/faulty-mail-server.ts'
import { passTime, until, untilQueued, untilSent } from './mail-run.ts'
import { type MailWorld, type MailWorldOptions, openMailWorld } from './mail-world.ts'

/** What mail providers reply to a sender who has passed a limit. */
const REPLIES: readonly RefusalOfAll[] = [
  { at: 'RCPT TO', reply: '550 Domain example.org has exceeded the max emails per hour (150/150 (100%)) allowed' },
  { at: 'DATA', reply: '550 5.4.5 Daily user sending limit exceeded' },
  { at: 'RCPT TO', reply: '552 relay quota' },
]
/** Mails that are accepted before the limit. */
const BEFORE_LIMIT = 10
/** Probes while the server refuses the blog. */
const PROBES = 8
const SLOW_MS = 20_000
const TOLD_MAX_MS = 60_000
/** Stands for the digits in the subjects of codes. */
const CODE = 'A new code is'

export interface RefusalFigures {
  readonly mails: number
  readonly duplicates: number
  readonly endedFollowings: number
  readonly failed: number
  /** For each reply, how long after the first refusal the overview said why. */
  readonly toldAfterMs: readonly number[]
  /** Violated rules, a line each. */
  readonly problems: readonly string[]
}

/** Sends a post while the mail server refuses the blog, once for each reply; then one while it takes 20 seconds to reply. */
export async function runRefusals(options: MailWorldOptions & { readonly print: (line: string) => void }): Promise<RefusalFigures> {
  const world = await openMailWorld(options)
  try {
    const toldAfterMs: number[] = []
    for (const [index, refusal] of REPLIES.entries()) {
      options.print(`  ${refusal.reply}`)
      toldAfterMs.push(await meetRefusal(world, `Post ${index}`, refusal))
    }
    options.print(`  a reply ${SLOW_MS / 1000} s after the text`)
    await meetSlowness(world)
    return await judge(world, toldAfterMs)
  } finally {
    await world.close()
  }
}

/** @returns how long after the first refusal the overview said why */
async function meetRefusal(world: MailWorld, title: string, refusal: RefusalOfAll): Promise<number> {
  const { server, crowd } = world
  const before = server.accepted.length
  await publishNow(world, title, 'public')
  await until('No mail was accepted.', async () => server.accepted.length >= before + BEFORE_LIMIT)
  const refused = server.faultsMet()
  server.refuseAll(refusal)
  await until('No mail was refused.', async () => server.faultsMet() > refused)
  const refusedAt = performance.now()
  await until('The overview does not say why no mail goes out.', async () => (await readTroubles(world)).includes(refusal.reply))
  const toldAfterMs = performance.now() - refusedAt
  // A code that is requested meanwhile arrives afterwards.
  await world.call('POST', '/api/auth/code', { email: crowd.family[0] ?? '' })
  for (let probe = 0; probe < PROBES; probe += 1) {
    const asked = server.faultsMet()
    await until('The mail server was not tried again.', async () => {
      await passTime(world)
      return server.faultsMet() > asked
    })
  }
  server.refuseAll(null)
  await untilSent(world)
  return toldAfterMs
}

/** A post for the family, codes and confirmations, each of which takes as long. */
async function meetSlowness(world: MailWorld): Promise<void> {
  world.server.delayBy(SLOW_MS)
  await publishNow(world, 'Slow', 'family')
  for (const email of world.crowd.former) await world.call('POST', '/api/auth/code', { email })
  await until('Mails still wait.', async () => {
    const rest = await world.db.selectFrom('outbox').select('id').where('state', 'in', ['waiting', 'sending']).executeTakeFirst()
    if (rest) await sleep(500)
    return rest === undefined
  })
  world.server.delayBy(0)
}

async function publishNow(world: MailWorld, title: string, audience: 'public' | 'family'): Promise<void> {
  await world.publish(title, audience)
  await world.db.updateTable('posts').set({ mail_at: Date.now() }).where('mail_at', 'is not', null).where('mailed_at', 'is', null).execute()
  await untilQueued(world)
}

const readTroubles = async ({ call }: MailWorld) => JSON.stringify(await call('GET', '/api/stats/troubles'))

async function judge({ db, server, crowd }: MailWorld, toldAfterMs: readonly number[]): Promise<RefusalFigures> {
  const copies = Map.groupBy(server.accepted, ({ to, subject }) => `${to}: ${subject.replace(/^\d{6} is/, CODE)}`)
  const visitors = [...crowd.faithful, ...crowd.ending.map(({ email }) => email)]
  const members = [...crowd.family, ...crowd.former]
  const titles = REPLIES.map((_, index) => `Post ${index}`)
  const expected = [
    ...[...visitors, ...members].flatMap((to) => titles.map((title) => `${to}: ${title}`)),
    ...members.map((to) => `${to}: Slow`),
    ...[...crowd.family.slice(0, 1), ...crowd.former].map((to) => `${to}: ${CODE} your code for Kindred`),
  ]
  const problems = expected.filter((name) => !copies.has(name)).map((name) => `${name} did not arrive`)
  const duplicates = [...copies].flatMap(([name, mails]) => {
    const wanted = name === `${crowd.family[0]}: ${CODE} your code for Kindred` ? REPLIES.length : 1
    return mails.length > wanted ? [name] : []
  })
  problems.push(...duplicates.map((name) => `${name} arrived twice`))
  const ended = await db.selectFrom('followers').select('email').where('bounces', '>', 0).where('email', 'not in', crowd.bouncing).execute()
  problems.push(...ended.map(({ email }) => `The mails to ${email} count as bounced`))
  const failed = await db
    .selectFrom('outbox')
    .leftJoin('followers', 'followers.id', 'outbox.follower_id')
    .select(['outbox.id', 'followers.email'])
    .where('state', '=', 'failed')
    .execute()
  const lost = failed.filter(({ email }) => email === null || !crowd.bouncing.includes(email))
  problems.push(...lost.map(({ id }) => `${id} failed`))
  for (const ms of toldAfterMs) if (ms > TOLD_MAX_MS) problems.push(`The overview said why after ${Math.round(ms / 1000)} s`)
  return { mails: copies.size, duplicates: duplicates.length, endedFollowings: ended.length, failed: lost.length, toldAfterMs, problems }
}
