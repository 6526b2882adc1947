import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runScript } from '#tests/support/blog/blog-process.ts'
import { makeDataFolder } from '#tests/support/blog/data-folder.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_PASSWORD } from '#tests/support/test-app.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { runHere } from '#tests/support/blog/run-here.ts'
import { listComments } from '#comments/contract/comments.endpoints.ts'
import { commands } from '#app/cli/run-command.ts'

describe('the command line', () => {
  it.each([[[]], [['--help']], [['-h']], [['help']]])('lists every command: %j', async (words) => {
    const { exitCode, output } = await runHere(words, {})
    expect(exitCode).toBe(0)
    const lines = output.split('\n')
    for (const { usage, summary } of commands) {
      expect(lines).toContainEqual(expect.stringContaining(`  ${usage} `))
      expect(lines).toContainEqual(expect.stringContaining(`  ${summary}`))
    }
    expect(output).toContain('npm run blog -- <command> --help')
  })

  it.each(commands.map((command) => [command.name.join(' '), command] as const))(
    'explains %s with --help, without touching anything',
    async (name, command) => {
      for (const words of [
        [...name.split(' '), '--help'],
        ['help', ...name.split(' ')],
      ]) {
        const { exitCode, output } = await runHere(words, { DATA_DIR: '/nowhere/at/all' })
        expect(exitCode).toBe(0)
        expect(output).toContain(`Usage: npm run blog -- ${command.usage}\n\n${command.summary}`)
        for (const flag of Object.keys(command.flags)) expect(output).toContain(`--${flag}`)
      }
    },
  )

  it.each([
    [['sed'], "There is no command 'sed'. Did you mean 'seed'? npm run blog -- --help lists all."],
    [['user', 'crate'], "There is no command 'user crate'. Did you mean 'user create'? npm run blog -- --help lists all."],
    [
      ['user', 'create', '--emial', 'x'],
      "user create has no option --emial. Did you mean '--email'? npm run blog -- user create --help lists all.",
    ],
  ])('says what was unknown: %j', async (words, line) => {
    expect(await runHere(words, {})).toEqual({ exitCode: 1, output: line })
  })

  it.each([
    [['user'], /^user needs one more word:\n {2}user create /],
    [['verify', 'a', 'b'], /^'b' is one word too many\.\nUsage: npm run blog -- verify FILE/],
    [['user', 'create', '--email'], /^Option '--email <value>' argument missing/],
    [['import'], /^Please name the file or folder\.\nUsage: npm run blog -- import [^]*the zip of a blog like this one[^]*--dry-run/],
    [['restore'], /^Please name the file: npm run blog -- restore FILE$/],
  ])('says what is missing or too much: %j', async (words, line) => {
    const { exitCode, output } = await runHere(words, { DATA_DIR: makeDataFolder() })
    expect(exitCode).toBe(1)
    expect(output).toMatch(line)
  })

  it('runs as a separate process, whose files are accessible to their owner only', async () => {
    const DATA_DIR = join(makeFolder(), 'new/data')
    const first = await runScript(
      'src/app/cli/main.ts',
      ['user', 'create', 'mara@example.org', '--username', 'mara', '--password', 'a long password'],
      { DATA_DIR },
    )
    expect(first).toEqual({ exitCode: 0, output: 'Created user @mara. Sign in with the email.\n' })
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700)
    expect(readdirSync(DATA_DIR)).toContain('kindred.sqlite')
    for (const name of readdirSync(DATA_DIR)) expect(statSync(join(DATA_DIR, name)).mode & 0o077, name).toBe(0)
  })
})

onEachEngine('user commands', (engine) => {
  const blog = useTestApp(engine)
  let env: NodeJS.ProcessEnv
  beforeAll(() => {
    env = { DATA_DIR: join(blog().folder, 'data'), DATABASE_URL: blog().databaseUrl, PUBLIC_URL: 'https://blog.example.org' }
  })
  const run = (...words: string[]) => runHere(['user', ...words], env)
  const ask = (inputs: readonly string[], ...words: string[]) => runHere(['user', ...words], env, inputs)
  const tokenIn = (output: string) => /#([\w-]{43})$/.exec(output)?.[1] ?? ''
  const signIn = (token: string) => blog().visitor().post('/api/auth/link', { token })
  const findUser = (email: string) => blog().db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

  it('change nothing while a restore or an upgrade replaces the data, nor while a new version starts', async () => {
    const rest = ['create', 'eva@example.org', '--username', 'eva', '--password', 'a long password']
    const lock = await blog().locks.tryLock('running')
    expect(await run(...rest)).toMatchObject({ exitCode: 1, output: expect.stringContaining('replacing the data of this blog') })
    await lock?.release()
    const watch = join(env['DATA_DIR'] ?? '', 'upgrade-watch')
    writeFileSync(watch, '')
    expect(await run(...rest)).toMatchObject({ exitCode: 1, output: expect.stringContaining('try again in a minute') })
    rmSync(watch)
    expect(await findUser('eva@example.org')).toBeUndefined()
  })

  it('create makes an account from flags, with the email as a word or a flag', async () => {
    const rest = ['--username', 'Ada', '--password', 'a long password']
    expect(await run('create', 'Ada@Example.org', ...rest)).toEqual({ exitCode: 0, output: 'Created user @ada. Sign in with the email.' })
    expect(await findUser('ada@example.org')).toMatchObject({ username: 'ada', is_admin: 0, email_verified: 1 })
    await blog().signIn({ email: 'ada@example.org', password: 'a long password' })
    expect(await run('create', '--email', 'ada@example.org', ...rest)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('already'),
    })
  })

  it('create checks each input when it is given, and asks again', async () => {
    const { exitCode, output } = await ask(['nonsense', 'grace@example.org', 'g', 'grace', 'short', 'a long password'], 'create', '--admin')
    expect(exitCode).toBe(0)
    expect(output.split('\n')).toEqual([
      'Email: ',
      'Please enter a valid email address.',
      'Email: ',
      'Username (3 to 20 of a–z, 0–9): ',
      'Username must be between 3 and 20 characters.',
      'Username (3 to 20 of a–z, 0–9): ',
      'Password (8 or more): ',
      'Password must be between 8 and 128 characters.',
      'Password (8 or more): ',
      'Created admin @grace. Sign in with the email.',
    ])
    expect(await findUser('grace@example.org')).toMatchObject({ is_admin: 1 })
  })

  it('admin makes an account an admin and takes it back, but not from the last one', async () => {
    const future = await blog().makeUser({ email: 'future@example.org', username: 'future' })
    const { email } = future
    const postId = (await blog().makePost())._id
    await blog().makeComment(future, postId)
    await blog().db.updateTable('users').set({ is_admin: 0 }).execute()
    const signOf = async () => (await blog().visitor().call(listComments, { params: { postId } }))[0]?.user?.sign
    expect(await signOf()).toBeUndefined()
    expect(await run('admin', email)).toEqual({ exitCode: 0, output: '@future is an admin now.' })
    // Cached responses follow.
    await expect.poll(signOf).toBe('admin')
    expect(await findUser(email)).toMatchObject({ is_admin: 1 })
    const last = { exitCode: 1, output: 'This is the last admin account; the blog needs at least one.' }
    expect(await run('admin', email, '--remove')).toEqual(last)
    expect(await run('disable', email)).toEqual(last)
    const second = await blog().makeUser({ email: 'second.admin@example.org', username: 'other' })
    await run('admin', second.email)
    expect(await run('admin', email, '--remove')).toEqual({ exitCode: 0, output: '@future is no admin now.' })
    expect(await findUser(email)).toMatchObject({ is_admin: 0 })
    expect(await run('admin', 'nobody@example.org')).toMatchObject({ exitCode: 1 })
  })

  it('sign-in-link prints a link that signs in once, and none for a disabled account or an unknown address', async () => {
    const { email } = await blog().makeUser({ email: 'forgetful@example.org' })
    const { exitCode, output } = await run('sign-in-link', email)
    expect(exitCode).toBe(0)
    expect(output).toMatch(/^https:\/\/blog\.example\.org\/\S+$/)
    const used = [await signIn(tokenIn(output)), await signIn(tokenIn(output))]
    expect(used.map(({ status }) => status)).toEqual([200, 400])
    expect(await run('sign-in-link', 'nobody@example.org')).toEqual({
      exitCode: 1,
      output: expect.stringMatching(/^There is no account with the email nobody@example\.org\./),
    })
    await run('disable', email, '--reason', 'asked for it')
    expect(await run('sign-in-link', email)).toEqual({
      exitCode: 1,
      output: `The account of ${email} is disabled; user enable opens it. No link was made.`,
    })
    expect(await run('admin', email)).toMatchObject({ exitCode: 0, output: expect.stringContaining('The account is disabled, though') })
  })

  it('second-step says whether admins need one, and ends it for those who are locked out', async () => {
    const alone = { exitCode: 0, output: 'Admins sign in with their password alone.' }
    expect(await run('second-step')).toEqual(alone)
    await blog().db.insertInto('settings').values({ name: 'adminSecondStep', value: '"required"' }).execute()
    const { email } = await blog().makeAdmin()
    const body = { email, password: TEST_PASSWORD }
    expect((await run('second-step')).output).toContain('need a passkey, or a code by mail')
    expect((await blog().visitor().post('/api/auth/signin', body)).status).toBe(403)
    expect(await run('second-step', '--off')).toEqual(alone)
    expect((await blog().visitor().post('/api/auth/signin', body)).status).toBe(200)
  })

  it('verify, disable and enable change an account', async () => {
    const user = await blog().makeUser({ email: 'changing@example.org' })
    await blog().db.updateTable('users').set({ email_verified: 0 }).where('id', '=', user.id).execute()
    expect(await run('verify', user.email)).toEqual({ exitCode: 0, output: 'The email is confirmed.' })
    expect(await findUser(user.email)).toMatchObject({ email_verified: 1 })
    expect(await run('disable', user.email, '--reason', 'spam')).toMatchObject({ exitCode: 0 })
    expect(await findUser(user.email)).toMatchObject({ disabled_at: expect.any(Number), disabled_reason: 'spam' })
    expect((await user.get('/api/auth/session')).status).toBe(401)
    expect(await run('enable', user.email)).toMatchObject({ exitCode: 0 })
    expect(await findUser(user.email)).toMatchObject({ disabled_at: null, disabled_reason: null })
  })

  it('seed inserts samples once, and backup, verify and restore include them', async () => {
    const folder = blog().folder
    await blog().edit((trx) => trx.deleteFrom('posts').execute())
    expect(await runHere(['seed'], env)).toMatchObject({ exitCode: 0, output: expect.stringMatching(/Planted \d+ posts/) })
    expect(await runHere(['seed'], env)).toMatchObject({ exitCode: 1, output: expect.stringContaining('has posts already') })
    const file = join(folder, 'backup.tar')
    expect(await runHere(['backup', file], env)).toMatchObject({ exitCode: 0, output: expect.stringContaining(file) })
    // Reading the file does not depend on the database that it was made of (restore.test.ts restores both into both).
    if (engine === 'postgres') return
    expect(await runHere(['verify', file], env)).toMatchObject({ exitCode: 0, output: expect.stringContaining('is whole') })
    const elsewhere = { DATA_DIR: join(folder, 'elsewhere') }
    const zip = join(makeFolder({ 'our-blog.zip': 'PK\u0003\u0004 and more' }), 'our-blog.zip')
    expect((await runHere(['restore', zip], elsewhere)).output).toMatch(/^It is a zip file.+ npm run blog -- import FILE/)
    expect((await runHere(['backup'], elsewhere)).output).toMatch(/^This database is empty/)
    // What is refused leaves nothing behind.
    expect(readdirSync(elsewhere.DATA_DIR).filter((name) => name !== 'backups')).toEqual([])
    expect(await runHere(['restore', file], elsewhere)).toMatchObject({ exitCode: 0, output: expect.stringContaining('Restored') })
    expect(await runHere(['restore', file], elsewhere)).toMatchObject({ exitCode: 1, output: expect.stringContaining('--force') })
    expect(await runHere(['restore', file, '--force'], elsewhere)).toMatchObject({ exitCode: 0 })
    expect(await runHere(['verify', join(folder, 'data/kindred.sqlite')], env)).toMatchObject({ exitCode: 1 })
    expect(existsSync(join(folder, 'elsewhere/kindred.sqlite'))).toBe(true)
  })
})
