import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { Person, signIn } from '#tests/crash/person.ts'
import { createPostgresDatabase, postgresProblem, type TestDatabase } from '#tests/support/database/postgres.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { failingBuild, failingMigration, failingPage, failingStart, newerSchema, sameSchema } from './changed-versions.ts'
import { installBlog, type InstalledBlog, type Changes } from './installed-blog.ts'
import { startReaders } from './readers.ts'
import { missingMachine } from './trial-machine.ts'

const ADMIN = { email: 'boss@example.org', password: 'a long password of boss' }
const PER_SECOND = 200
const KILLS = 10
/** So many that each stays below the limit of comments. */
const WRITERS = 12
/** As long as browsers wait. */
const WRITE_MS = 300_000

describe.each(['sqlite', 'postgres'] as const)('An upgrade on %s', unlessMissing(missingMachine()), (engine) => {
  if (engine === 'postgres' && postgresProblem() !== null) return
  let database: TestDatabase | undefined
  let blog: InstalledBlog
  let admin: Person
  let writers: Person[]
  let postId: string
  let slug: string

  beforeAll(async () => {
    if (engine === 'postgres') database = await createPostgresDatabase()
    const settings = [`ADMIN_EMAIL=${ADMIN.email}`, `ADMIN_PASSWORD='${ADMIN.password}'`, 'LOG_LEVEL=warn']
    blog = await installBlog(database === undefined ? settings : [...settings, `DATABASE_URL='${database.url}'`])
    admin = await signIn(blog, ADMIN)
    const post = await admin.call('POST', '/api/post/create', { title: 'A day at the sea', content: '<p>Sand and wind.</p>' })
    postId = post._id
    slug = post.slug
    writers = []
    for (let number = 0; number < WRITERS; number += 1) {
      const account = { username: `reader${number}`, email: `reader${number}@example.org`, password: 'a long password' }
      await new Person(blog, '', '').call('POST', '/api/auth/signup', account)
      writers.push(await signIn(blog, account))
    }
  }, 600_000)
  afterAll(async () => {
    await blog?.machine.stop()
    await database?.drop()
  }, 300_000)

  const pages = () => [
    { path: '/', marker: 'A day at the sea' },
    { path: `/post/${slug}`, marker: 'Sand and wind.' },
    { path: '/api/post/getposts', marker: 'A day at the sea' },
    { path: '/search?searchTerm=sea', marker: 'A day at the sea' },
  ]

  async function storedComments(): Promise<string[]> {
    if (database !== undefined) {
      const db = await openDatabase(database.url)
      const rows = await db.selectFrom('comments').select('content').orderBy('id').execute()
      await db.destroy()
      return rows.map(({ content }) => content)
    }
    const script = `const { DatabaseSync } = require('node:sqlite')
      const db = new DatabaseSync('/var/lib/kindred/kindred.sqlite', { readOnly: true })
      console.log(JSON.stringify(db.prepare('select content from comments order by id').all().map((row) => row.content)))`
    const { output } = await blog.machine.run(['/opt/kindred/current/node_modules/.bin/node', '--eval', script])
    return JSON.parse(output) as string[]
  }

  /** Writes a comment each second, and remembers those that were acknowledged. */
  function startWriter() {
    const [written, refused]: [string[], number[]] = [[], []]
    let isOver = false
    const running = (async () => {
      for (let number = 0; !isOver; number += 1) {
        const content = `Comment ${engine} ${Date.now()}`
        const person = writers[number % WRITERS] ?? admin
        const { ok, status } = await person.send('/api/comment/create', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ postId, content }),
          signal: AbortSignal.timeout(WRITE_MS),
        })
        if (ok) written.push(content)
        else refused.push(status)
        await sleep(1000)
      }
    })()
    return {
      async end() {
        isOver = true
        await running
        return { written, refused }
      },
    }
  }

  async function changeUnderLoad(...words: string[]) {
    const readers = startReaders(blog.url, pages(), PER_SECOND)
    const writer = startWriter()
    const changed = await blog.kindred(...words)
    const { requests, longestMs, ...seen } = await readers.end()
    const { written, refused } = await writer.end()
    process.stdout.write(
      `${engine}: ${requests} requests, ${seen.lost.length} lost, ${seen.wrong.length} wrong, longest ${longestMs} ms; ${written.length} comments acknowledged, ${refused.length} refused (${[...new Set(refused)].join(', ')}); exit code ${changed.exitCode}\n${[...seen.lost, ...seen.wrong].slice(0, 5).join('\n')}${changed.output}\n`,
    )
    expect(seen).toEqual({ lost: [], wrong: [] })
    expect(refused).toEqual([])
    const stored = await storedComments()
    return { ...changed, lost: written.filter((content) => !stored.includes(content)) }
  }
  const upgradeUnderLoad = (changes: Changes) =>
    changeUnderLoad('upgrade', '--from', blog.release(`release-${Math.random().toString(36).slice(2)}`, changes))

  it('to the next commit loses no request of 200 a second, and going back loses nothing', async () => {
    const before = blog.current()
    expect(await upgradeUnderLoad(sameSchema)).toMatchObject({ exitCode: 0, lost: [] })
    expect(blog.current()).toMatch(/^0\.9\.1-/)
    const back = await changeUnderLoad('back', '--yes')
    expect(back).toMatchObject({ exitCode: 0, lost: [], output: expect.stringContaining('nothing is lost') })
    expect(blog.current()).toBe(before)
  }, 600_000)

  it.each([
    ['build fails', failingBuild, 'failed'],
    ['migration fails', failingMigration, 'this migration fails'],
    ['process ends before it serves', failingStart, 'this start fails'],
    ['first page fails after its migration', failingPage, 'The first page has the status 500'],
  ])(
    'whose %s leaves the version before with its data',
    async (_, changes, reason) => {
      const before = blog.current()
      expect(await upgradeUnderLoad(changes)).toMatchObject({ exitCode: 1, lost: [], output: expect.stringContaining(reason) })
      expect(blog.current()).toBe(before)
    },
    600_000,
  )

  it(`that is killed at ${KILLS} random moments leaves one of the two versions, whole`, async () => {
    const from = blog.release('killed', newerSchema)
    // Built once, so that the kills fall into what comes after.
    await blog.machine.run(['/opt/kindred/current/node_modules/.bin/node', `${from}/scripts/install-version.mjs`, '/opt/kindred'])
    const before = blog.current()
    const comments = await storedComments()
    await blog.kindred('service', 'stop')
    await blog.machine.run(['cp', '--archive', '/var/lib/kindred', '/var/lib/kindred-saved'])
    await database?.save()
    const ends = new Map<string, number>()
    const reset = async () => {
      await blog.kindred('service', 'stop')
      const script =
        'rm -rf /var/lib/kindred && cp --archive /var/lib/kindred-saved /var/lib/kindred && rm -f /opt/kindred/upgrade.env /opt/kindred/before'
      await blog.machine.run(['sh', '-c', `${script} && ln -sfn versions/${before} /opt/kindred/current`])
      await database?.putBack()
    }
    // One without a kill says how long it takes; the kills are spread over that time.
    await blog.kindred('service', 'start')
    const begun = performance.now()
    expect((await blog.kindred('upgrade', '--from', from)).exitCode).toBe(0)
    const wholeMs = performance.now() - begun
    await reset()
    for (let number = 0; number < KILLS; number += 1) {
      await blog.kindred('service', 'start')
      const wasKilled = await blog.killedUpgrade(from, ((number + Math.random()) / KILLS) * wholeMs)
      const { output: journal } = await blog.machine.run(['cat', '/opt/kindred/upgrade.env'])
      const [, state = 'before or after the switch'] = /^STATE=(.*)$/m.exec(journal) ?? []
      // The power goes, too.
      if (number % 2 === 1) await blog.machine.run(['systemctl', 'kill', '--signal=KILL', 'kindred@*.service'])
      const started = await blog.kindred('service', 'restart')
      expect(started.exitCode, started.output).toBe(0)
      const home = await fetch(`${blog.url}/`)
      expect([home.status, (await home.text()).includes('A day at the sea')]).toEqual([200, true])
      expect(await storedComments()).toEqual(comments)
      const end = `${wasKilled ? 'killed' : 'ended'} (${state}), ${blog.current() === before ? 'version before' : 'new version'}`
      ends.set(end, (ends.get(end) ?? 0) + 1)
      await reset()
    }
    process.stdout.write(`${engine}: ${JSON.stringify(Object.fromEntries(ends))}\n`)
    await blog.kindred('service', 'start')
  }, 1_800_000)

  it('with a newer schema loses no request or write; going back says what it loses', async () => {
    const before = blog.current()
    const comments = await storedComments()
    expect(await upgradeUnderLoad(newerSchema)).toMatchObject({ exitCode: 0, lost: [] })
    expect(blog.current()).toMatch(/^0\.9\.2-/)
    await admin.call('POST', '/api/comment/create', { postId, content: 'After all' })
    const [since = ''] = (await storedComments()).slice(-1)
    const asked = await blog.kindred('back')
    expect(asked).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/lost by going back: 0 new posts and drafts, [1-9]\d* comments, 0 accounts/),
    })
    const back = await blog.kindred('back', '--yes')
    expect(back.exitCode, back.output).toBe(0)
    expect(blog.current()).toBe(before)
    const present = await storedComments()
    expect([present.includes(since), present.slice(0, comments.length)]).toEqual([false, comments])
    // Nobody has to sign in again.
    await admin.call('POST', '/api/comment/create', { postId, content: 'Back again' })
    expect((await blog.kindred('back', '--yes')).output).toContain('no version before')
  }, 600_000)
})
