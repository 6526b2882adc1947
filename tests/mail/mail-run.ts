import { setTimeout as sleep } from 'node:timers/promises'
import type { AcceptedMail, MailServerFault } from '#tests/support/mail/faulty-mail-server.ts'
import { type MailWorld, type MailWorldOptions, openMailWorld } from './mail-world.ts'

export interface MailRunOptions extends MailWorldOptions {
  readonly kills: number
  /** Faults of the mail server, in sequence, while mails are sent. */
  readonly faults: readonly MailServerFault[]
  readonly faultMs: number
  readonly print?: (line: string) => void
}

export interface MailFigures {
  readonly mails: number
  readonly kills: number
  readonly duplicates: number
  readonly attempts: number
  /** Mails that the mail server refused permanently, as expected. */
  readonly failed: number
  readonly seconds: number
  /** Violated rules, a line each. */
  readonly problems: readonly string[]
}

const TITLES = ['First', 'Second', 'Ours'] as const
/** Tolerance for mails that were being sent when their recipient stopped following. */
const IN_TRANSIT_MS = 2000
const PATIENCE_MS = 600_000

/**
 * Sends three posts to all followers while the mail server fails and processes are killed. Shortens long waits in the
 * database: the ten minutes after publication, the pauses between attempts, and the leases of dead processes.
 */
export async function runMails(options: MailRunOptions): Promise<MailFigures> {
  const world = await openMailWorld(options)
  const begun = performance.now()
  try {
    for (const title of TITLES) await world.publish(title, title === 'Ours' ? 'family' : 'public')
    await world.db.updateTable('posts').set({ mail_at: Date.now() }).where('mail_at', 'is not', null).execute()
    await untilQueued(world)
    // These members leave the family while their mails are queued.
    await world.db.updateTable('users').set({ is_family: 0 }).where('email', 'in', world.crowd.former).execute()
    const endings = endFollowings(world)
    const kills = await breakThings(world, options)
    await world.server.behave('none')
    await untilSent(world)
    return await judge(world, { kills, endedAt: await endings, seconds: (performance.now() - begun) / 1000 })
  } finally {
    await world.close()
  }
}

const isWaiting = async ({ db }: MailWorld) =>
  (await db.selectFrom('outbox').select('id').where('state', 'in', ['waiting', 'sending']).limit(1).executeTakeFirst()) !== undefined

export async function untilQueued({ db }: MailWorld): Promise<void> {
  await until('The posts were not queued.', async () => {
    const rest = await db
      .selectFrom('posts')
      .select('id')
      .where('mail_at', 'is not', null)
      .where('mailed_at', 'is', null)
      .executeTakeFirst()
    return rest === undefined
  })
}

export async function until(problem: string, isDone: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS
  while (!(await isDone())) {
    if (performance.now() > giveUpAt) throw new Error(problem)
    await sleep(100)
  }
}

/** @returns the time of the blog's confirmation, by email */
async function endFollowings({ crowd, end }: MailWorld): Promise<ReadonlyMap<string, number>> {
  const endedAt = new Map<string, number>()
  for (const { email, link } of crowd.ending) {
    // Retries, because the process may just be killed.
    await until(`The following of ${email} could not be ended.`, () =>
      end(link).then(
        () => true,
        () => false,
      ),
    )
    endedAt.set(email, Date.now())
  }
  return endedAt
}

/** Half of the kills happen while the mail server fails, the others while it accepts mails. */
async function breakThings(world: MailWorld, { faults, faultMs, kills, print }: MailRunOptions): Promise<number> {
  let done = 0
  const kill = async () => {
    await world.kill(done % world.processes().length)
    done += 1
    print?.(`  kill ${done}: ${world.server.accepted.length} mails so far`)
  }
  const killsInFault = Math.ceil(kills / 2 / faults.length)
  for (const fault of faults) {
    print?.(`  ${fault}: ${world.server.accepted.length} mails so far`)
    await meetFault(world, fault)
    for (let index = 0; index < killsInFault; index += 1) {
      await sleep(faultMs / killsInFault)
      await kill()
    }
    await world.server.behave('none')
    await passTime(world)
  }
  while (done < kills && (await isWaiting(world))) {
    await passTime(world)
    await sleep(200 + Math.random() * 600)
    await kill()
    await expireLeases(world)
  }
  return done
}

/** Number of failed attempts so far. */
async function countFailures({ db }: MailWorld): Promise<number> {
  const { sum } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.sum<number | null>('attempts').as('sum'))
    .where('problem', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** Sets a fault of the mail server, and waits until a mail has met it. */
async function meetFault(world: MailWorld, fault: MailServerFault): Promise<void> {
  const met = world.server.faultsMet()
  const failures = await countFailures(world)
  await world.server.behave(fault)
  await until(`No mail met a mail server that ${fault}.`, async () => {
    if (fault === 'away' ? (await countFailures(world)) > failures : world.server.faultsMet() > met) return true
    await passTime(world)
    return false
  })
}

/** Ends the pauses between attempts. */
export async function passTime({ db }: MailWorld): Promise<void> {
  await db.updateTable('outbox').set({ next_attempt_at: 0 }).where('state', '=', 'waiting').execute()
  await db.updateTable('mail_server').set({ next_at: 0 }).where('failures', '>', 0).execute()
}

/** Ends the leases of dead processes: deliveries that are still being sent although the mail server responds at once. */
async function expireLeases({ db }: MailWorld): Promise<void> {
  const held = () => db.selectFrom('outbox').select(['id', 'attempts']).where('state', '=', 'sending').execute()
  const before = await held()
  await sleep(3000)
  const after = await held()
  for (const { id, attempts } of before) {
    if (!after.some((row) => row.id === id && row.attempts === attempts)) continue
    await db.updateTable('outbox').set({ next_attempt_at: 0 }).where('id', '=', id).where('attempts', '=', attempts).execute()
  }
}

export async function untilSent(world: MailWorld): Promise<void> {
  await until('Mails still wait.', async () => {
    if (!(await isWaiting(world))) return true
    await passTime(world)
    await expireLeases(world)
    return false
  })
}

interface Outcome {
  readonly kills: number
  readonly endedAt: ReadonlyMap<string, number>
  readonly seconds: number
}

async function judge({ db, server, crowd }: MailWorld, { kills, endedAt, seconds }: Outcome): Promise<MailFigures> {
  const { accepted, asked } = server
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('followers', 'followers.id', 'outbox.follower_id')
    .innerJoin('deliveries', 'deliveries.mail_id', 'outbox.id')
    .innerJoin('posts', 'posts.id', 'deliveries.post_id')
    .leftJoin('users', 'users.id', 'followers.user_id')
    .select(['outbox.state', 'outbox.attempts', 'outbox.problem', 'posts.title', 'followers.email', 'users.email as member'])
    .execute()
  const failed = new Set(rows.filter(({ state }) => state === 'failed').map(({ email, member, title }) => `${email ?? member}: ${title}`))
  const copies = Map.groupBy(accepted, ({ to, subject }) => `${to}: ${subject}`)
  const problems: string[] = []
  const expectMails = (addresses: readonly string[], titles: readonly string[]) => {
    for (const to of addresses) {
      for (const title of titles) {
        const count = copies.get(`${to}: ${title}`)?.length ?? 0
        if (count === 0 && !failed.has(`${to}: ${title}`)) problems.push(`${to} did not get ${title}`)
      }
    }
  }
  const expectNone = (what: string, mails: readonly AcceptedMail[]) => {
    for (const { to, subject } of mails) problems.push(`${to} got ${subject}, ${what}`)
  }
  expectMails(crowd.faithful, ['First', 'Second'])
  expectMails(crowd.family, TITLES)
  expectMails(crowd.former, ['First', 'Second'])
  const family = new Set(crowd.family)
  expectNone(
    'which is for the family',
    accepted.filter(({ to, subject }) => subject === 'Ours' && !family.has(to)),
  )
  expectNone(
    'after the following had ended',
    accepted.filter(({ to, at }) => at > (endedAt.get(to) ?? Infinity) + IN_TRANSIT_MS),
  )
  for (const to of crowd.bouncing) {
    const count = asked.filter((each) => each === to).length
    if (count > 1 + kills) problems.push(`${to} was tried ${count} times after three bounces`)
  }
  let duplicates = 0
  for (const [name, mails] of copies) {
    duplicates += mails.length - 1
    if (new Set(mails.map(({ messageId }) => messageId)).size > 1) problems.push(`${name} has several Message-IDs`)
  }
  if (duplicates > kills) problems.push(`${duplicates} duplicates with ${kills} kills`)
  const attempts = rows.reduce((sum, row) => sum + row.attempts, 0)
  return { mails: copies.size, kills, duplicates, attempts, failed: failed.size, seconds, problems }
}
