import { expect, it } from 'vitest'
import { beginPasskey } from '#accounts/contract/passkeys.endpoints.ts'
import { updateUser } from '#accounts/server/users/users.store.ts'
import type { DatabaseTransaction } from '#platform/database/database.ts'
import { hashPassword } from '#accounts/server/passwords.ts'
import { updateSettings } from '#site/contract/settings.endpoints.ts'
import { waitForBlockedQuery } from '#tests/support/database/postgres.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createPasskeyDevice } from '#tests/support/sign-in/passkey-device.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { createSession } from './sessions.store.ts'

onEachEngine('An account that changes during a sign-in', (engine) => {
  const blog = useTestApp(engine)
  const signIn = ({ email, password }: TestUser) => blog().visitor().post('/api/auth/signin', { email, password })
  const hashOf = async ({ id }: TestUser) =>
    (await blog().db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()).password_hash
  const sessionsOf = ({ id }: TestUser) => blog().db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
  const choose = (user: TestUser, password_hash: string) =>
    blog().edit((trx) => updateUser(trx, user.id, { changes: { password_hash }, keepSession: '', now: blog().clock.now }))
  /** Waits until a sign-in is about to check the password, or does so. */
  const isChecking = () =>
    expect.poll(() => blog().db.selectFrom('rate_limits').select('key').limit(1).execute(), { interval: 1 }).not.toEqual([])

  it('has no session that was begun with its former password', async () => {
    const user = await blog().makeUser()
    const password_hash = await hashPassword('another password of this test')
    await blog().db.deleteFrom('rate_limits').execute()
    const signedIn = Array.from({ length: 3 }, () => signIn(user))
    await isChecking()
    await choose(user, password_hash)
    await Promise.all(signedIn)
    expect(await sessionsOf(user)).toEqual([])
    // The same again, with what is true by now.
    expect((await signIn(user)).status).toBe(401)
    expect((await signIn({ ...user, password: 'another password of this test' })).status).toBe(200)
  })

  it('starts no session for a password that was checked against a former hash, for a disabled or for a deleted account', async () => {
    const user = await blog().makeUser()
    const before = await sessionsOf(user)
    const start = (passwordHash?: string | null) =>
      blog().edit((trx) => createSession(trx, { userId: user.id, ...(passwordHash === undefined ? {} : { passwordHash }), now: 0 }))
    await expect(start('a former hash')).rejects.toMatchObject({ code: 'not_signed_in' })
    await start(await hashOf(user))
    await blog().edit((trx) => trx.updateTable('users').set({ disabled_at: 1 }).where('id', '=', user.id).execute())
    await expect(start()).rejects.toMatchObject({ code: 'account_disabled' })
    expect(await sessionsOf(user)).toHaveLength(before.length + 1)
    await blog().edit((trx) => trx.deleteFrom('users').where('id', '=', user.id).execute())
    await expect(start()).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  if (engine !== 'postgres') return
  /** Changes rows while the request has read the former ones, and waits for them. */
  async function whileChanging<T>(change: (trx: DatabaseTransaction) => Promise<unknown>, request: () => Promise<T>): Promise<T> {
    let requested: Promise<T> | undefined
    await blog()
      .db.transaction()
      .execute(async (trx) => {
        await change(trx)
        requested = request()
        await waitForBlockedQuery(blog().db)
      })
    return requested as Promise<T>
  }
  const choosesMeanwhile = async <T>({ id }: TestUser, keepSession: string, request: () => Promise<T>): Promise<T> => {
    const password_hash = await hashPassword('another password of this test')
    return whileChanging((trx) => updateUser(trx, id, { changes: { password_hash }, keepSession, now: blog().clock.now }), request)
  }
  const addPasskey = async (user: TestUser) => {
    const device = createPasskeyDevice()
    const { options } = await user.call(beginPasskey)
    const added = await user.post('/api/auth/passkeys', { credential: device.create(options) })
    expect(added.status).toBe(201)
    return { device, id: String(added.body._id) }
  }

  it('is not confirmed by its former password', async () => {
    const user = await blog().makeUser()
    await blog().db.updateTable('sessions').set({ confirmed_at: 0 }).where('user_id', '=', user.id).execute()
    const [session] = await sessionsOf(user)
    const confirm = () => user.post('/api/auth/confirm-password', { currentPassword: user.password })
    expect((await choosesMeanwhile(user, session?.id ?? '', confirm)).status).toBe(401)
    const times = await blog().db.selectFrom('sessions').select('confirmed_at').where('user_id', '=', user.id).execute()
    expect(times).toEqual([{ confirmed_at: 0 }])
  })

  it('leaves no second step that was begun with its former password', async () => {
    const admin = await blog().makeAdmin()
    const isBegun = () => blog().db.selectFrom('mailed_codes').select('user_id').where('user_id', '=', admin.id).execute()
    await addPasskey(admin)
    await admin.call(updateSettings, { body: { adminSecondStep: 'required' } })
    expect((await signIn(admin)).body).toMatchObject({ code: 'second_step_required' })
    expect(await isBegun()).toHaveLength(1)
    expect(await choosesMeanwhile(admin, '', () => signIn(admin))).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(await isBegun()).toEqual([])
  })
})
