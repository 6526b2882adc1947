import { RECENT_SIGN_IN_MS } from '#accounts/contract/account-limits.ts'
import { beforeEach, expect, it } from 'vitest'
import { beginPasskey, beginPasskeySignIn } from '#accounts/contract/passkeys.endpoints.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createPasskeyDevice } from '#tests/support/sign-in/passkey-device.ts'
import { sendMails } from '#tests/support/mail/send-mails.ts'
import { TEST_ORIGIN, TEST_PASSWORD, TEST_TIME, type TestUser } from '#tests/support/test-app.ts'
import { type TestClient } from '#tests/support/test-client.ts'

const CODE = '/api/auth/code/sign-in'
const ANOTHER = '/api/auth/code/again'
const ENDED = { status: 410, body: { code: 'gone' } }

onEachEngine('The second step of admins', (engine) => {
  const time = { now: TEST_TIME }
  let mails = 0
  const outbox = createOutbox({ now: () => time.now, newId: () => `mail-${(mails += 1)}`, wake: () => {} })
  const blog = useTestApp(engine, { overrides: { outbox } })

  const setRequired = async (value: 'none' | 'required') => {
    await blog().db.deleteFrom('settings').where('name', '=', 'adminSecondStep').execute()
    await blog()
      .db.insertInto('settings')
      .values({ name: 'adminSecondStep', value: JSON.stringify(value) })
      .execute()
  }
  beforeEach(async () => {
    time.now = blog().clock.now
    await blog().db.deleteFrom('outbox').execute()
    await setRequired('required')
  })

  const enter = (email: string, password = TEST_PASSWORD, client: TestClient = blog().visitor()) =>
    client.post('/api/auth/signin', { email, password })
  /** Sends the due mail. @returns the code in it; undefined if no mail was sent */
  const readCode = async () => {
    const sent: string[] = []
    await sendMails({
      db: blog().db,
      mailer: { send: async ({ subject, text }) => void sent.push(`${subject}\n${text}`) },
      logger: blog().logger,
      now: () => blog().clock.now,
      readSiteName: async () => 'Kindred',
      publicUrl: TEST_ORIGIN,
    })
    return sent.map((mail) => /^(\d{6}) is your code/.exec(mail)?.[1]).findLast(Boolean)
  }
  /** @returns an attempt after the right password, and its mailed code */
  const begin = async (user: TestUser) => {
    const { body } = await enter(user.email)
    return { attempt: String(body.secondStep.attempt), code: String(await readCode()) }
  }
  const addPasskey = async (user: TestUser) => {
    const device = createPasskeyDevice()
    const { options } = await user.call(beginPasskey)
    const { body } = await user.post('/api/auth/passkeys', { credential: device.create(options) })
    return { device, id: String(body._id) }
  }

  it('An admin without a passkey signs in with a code by mail, which works once', async () => {
    const [admin, client] = [await blog().makeAdmin(), blog().visitor()]
    const asked = await enter(admin.email, TEST_PASSWORD, client)
    expect(asked).toMatchObject({
      status: 403,
      body: { code: 'second_step_required', message: expect.stringContaining('email'), secondStep: { ways: ['code'], isCodeSent: true } },
    })
    expect(client.cookie).toBeUndefined()
    const { attempt } = asked.body.secondStep
    const code = String(await readCode())
    expect(code).toMatch(/^\d{6}$/)
    const stored = JSON.stringify(await blog().db.selectFrom('mailed_codes').selectAll().execute())
    expect(stored).not.toContain(attempt)
    expect(stored).not.toContain(code)
    expect(stored).toContain('argon2id')
    const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `
    expect(await client.post(CODE, { attempt, code: spaced })).toMatchObject({ status: 200, body: { _id: admin.id, isAdmin: true } })
    expect((await client.get('/api/settings')).status).toBe(200)
    expect(await blog().visitor().post(CODE, { attempt, code })).toMatchObject(ENDED)
  })

  it('Readers, and admins if the setting is off, sign in without a second step; a wrong password gets the same response for all', async () => {
    const [admin, reader] = [await blog().makeAdmin(), await blog().makeUser()]
    expect((await enter(reader.email)).status).toBe(200)
    const wrong = await Promise.all([admin.email, reader.email, 'nobody@example.org'].map((email) => enter(email, 'not this one')))
    for (const { status, body, headers } of wrong) {
      expect([status, body]).toEqual([401, wrong[0]?.body])
      expect([...headers.keys()]).toEqual([...(wrong[0]?.headers.keys() ?? [])])
    }
    expect(await blog().db.selectFrom('outbox').select('id').execute()).toEqual([])
    await setRequired('none')
    expect((await enter(admin.email)).status).toBe(200)
  })

  it('A passkey signs in without a second step; its owner gets a code only on request', async () => {
    const admin = await blog().makeAdmin()
    const { device } = await addPasskey(admin)
    const { body } = await enter(admin.email)
    expect(body.secondStep).toMatchObject({ ways: ['passkey', 'code'], isCodeSent: false })
    await blog().db.deleteFrom('outbox').where('kind', '=', 'passkey_added').execute()
    expect(await readCode()).toBeUndefined()
    const visitor = blog().visitor()
    const { options } = await visitor.call(beginPasskeySignIn)
    expect((await visitor.post('/api/auth/passkey', { credential: device.use(options) })).status).toBe(200)

    const { attempt } = body.secondStep
    expect((await blog().visitor().post(CODE, { attempt, code: '000000' })).status).toBe(400)
    expect((await blog().visitor().post(ANOTHER, { attempt })).status).toBe(200)
    expect(
      (
        await blog()
          .visitor()
          .post(CODE, { attempt, code: await readCode() })
      ).status,
    ).toBe(200)
  })

  it('Between the steps, disabling, deleting or demoting the account takes effect, and a new password or email ends the attempt', async () => {
    const [disabled, deleted, demoted, changed] = [
      await blog().makeAdmin(),
      await blog().makeAdmin(),
      await blog().makeAdmin(),
      await blog().makeAdmin(),
    ]
    const [ofDisabled, ofDeleted, ofDemoted] = [await begin(disabled), await begin(deleted), await begin(demoted)]
    const { db } = blog()
    await db.updateTable('users').set({ disabled_at: 1, disabled_reason: 'x' }).where('id', '=', disabled.id).execute()
    expect(await blog().visitor().post(CODE, ofDisabled)).toMatchObject({ status: 401, body: { code: 'account_disabled' } })
    await db.deleteFrom('users').where('id', '=', deleted.id).execute()
    expect(await blog().visitor().post(CODE, ofDeleted)).toMatchObject(ENDED)
    await db.updateTable('users').set({ is_admin: 0 }).where('id', '=', demoted.id).execute()
    expect(await blog().visitor().post(CODE, ofDemoted)).toMatchObject({ status: 200, body: { isAdmin: false } })
    for (const change of [{ password: 'a brand new one' }, { email: `new.${changed.email}` }]) {
      const { body } = await enter(changed.email)
      const code = await readCode()
      expect((await changed.put(`/api/user/update/${changed.id}`, change)).status).toBe(200)
      expect(await blog().visitor().post(CODE, { attempt: body.secondStep.attempt, code })).toMatchObject(ENDED)
      await changed.put(`/api/user/update/${changed.id}`, { password: TEST_PASSWORD })
    }
  })

  it('An admin whose only second step is a mailed code keeps the email, since a mistyped one would get all further codes', async () => {
    const admin = await blog().makeAdmin()
    await blog().db.updateTable('users').set({ email_verified: 1 }).where('id', '=', admin.id).execute()
    const change = () => admin.put(`/api/user/update/${admin.id}`, { email: `new.${admin.email}` })
    expect(await change()).toMatchObject({ status: 409, body: { field: 'email', message: expect.stringContaining('Add a passkey first') } })
    await addPasskey(admin)
    expect((await change()).status).toBe(200)
  })

  it('Existing sessions remain; a recent sign-in needs both steps from admins, and the password alone from readers', async () => {
    const [admin, reader] = [await blog().makeAdmin(), await blog().makeUser()]
    blog().clock.advance(RECENT_SIGN_IN_MS + 1)
    time.now = blog().clock.now
    expect((await admin.get('/api/settings')).status).toBe(200)
    const body = { currentPassword: TEST_PASSWORD }
    expect((await reader.post('/api/auth/confirm-password', body)).status).toBe(200)
    expect(await admin.post('/api/auth/confirm-password', { currentPassword: 'not this one' })).toMatchObject({
      body: { code: 'recent_sign_in_required' },
    })
    const due = { status: 403, body: { code: 'second_step_required', secondStep: { ways: ['code'] } } }
    expect(await admin.put(`/api/user/update/${admin.id}`, { password: 'a brand new one', ...body })).toMatchObject(due)
    expect(await admin.put(`/api/user/role/${reader.id}`, { role: 'admin', ...body })).toMatchObject(due)
    await blog().db.deleteFrom('outbox').execute()
    const asked = await admin.post('/api/auth/confirm-password', body)
    expect(asked).toMatchObject(due)
    expect((await admin.get('/api/user/my-data')).status).toBe(403)
    const { attempt } = asked.body.secondStep
    expect((await admin.post('/api/auth/code/confirm', { attempt, code: await readCode() })).status).toBe(200)
    expect((await admin.get('/api/user/my-data')).status).toBe(200)
    blog().clock.advance(-MINUTE_MS)
  })
})
