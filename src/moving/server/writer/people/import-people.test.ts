import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { createInvitation, endInvitation, listInvitations } from '#accounts/contract/invitations.endpoints.ts'
import { DAY_MS, IMPORTED_INVITATION_DAYS } from '#platform/contract/limits.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { deleteOldMail } from '#platform/mail/outbox.store.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { importOptions, importPartsOf } from '#tests/support/import-parts.ts'
import { smallGhostExport, smallGhostPost, smallWordpressExport } from '#tests/support/small-exports.ts'
import { sendMails } from '#tests/support/send-mails.ts'
import { TEST_ORIGIN, TEST_PASSWORD, type TestUser } from '#tests/support/test-app.ts'
import { importBlog } from '#moving/server/writer/import-blog.ts'
import type { ImportOptions } from '#moving/server/writer/import-run.ts'
import { readCsv } from '#moving/server/readers/ghost/read-members-file.ts'

const JOINED = '2023-02-01T10:00:00.000Z'
const CONSENTED = '2023-03-01 10:00:00'

const member = (id: string, name: string | null, more: object = {}) => ({
  id,
  name,
  email: `${id}@Members.example`,
  created_at: JOINED,
  ...more,
})

/** Ruth gets the newsletter; Ada does not; mail to Ben is disabled; Cy gets only an archived newsletter. */
const TABLES = {
  posts: [smallGhostPost('a', 'Hello')],
  comments: [],
  users: [
    { id: '1', name: 'Jo', email: 'jo@old.example' },
    { id: '2', name: 'The admin', email: 'admin@example.org' },
    { id: '3', name: 'Suspended', email: 'suspended@old.example', status: 'inactive' },
  ],
  members: [
    member('ruth', 'Grandma "Ruth", Ohio'),
    member('ada', 'ada@members.example'),
    member('ben', '=HYPERLINK("https://evil.example")', { email_disabled: 1 }),
    member('cy', null),
    { ...member('bad', 'Nobody'), email: 'no address' },
  ],
  newsletters: [
    { id: 'n1', status: 'active' },
    { id: 'n2', status: 'archived' },
  ],
  members_newsletters: [
    { member_id: 'ruth', newsletter_id: 'n1' },
    { member_id: 'ben', newsletter_id: 'n1' },
    { member_id: 'cy', newsletter_id: 'n2' },
  ],
  members_subscribe_events: [{ member_id: 'ruth', newsletter_id: 'n1', subscribed: true, created_at: CONSENTED }],
}

onEachEngine('People of another blog', (engine) => {
  const blog = useTestApp(engine)
  let admin: TestUser
  beforeAll(async () => {
    admin = await blog().makeUser({ email: 'admin@example.org', isAdmin: true })
  })

  const run = async (text: string, more: Partial<ImportOptions> = {}) => {
    const path = join(blog().folder, 'people-export')
    // Each run writes its own file, named after the time.
    blog().clock.advance(1000)
    await writeFile(path, text)
    return importBlog(importPartsOf(blog()), importOptions(path, { include: new Set(['people']), downloadPicture: null, ...more }))
  }
  const ghost = (tables: object = TABLES, more?: Partial<ImportOptions>) => run(smallGhostExport(tables), more)
  const followers = () => blog().db.selectFrom('followers').selectAll().orderBy('email').execute()
  const imported = async () => (await admin.call(listInvitations)).invitations.find(({ _id }) => _id === 'imported')
  const clean = async () => {
    for (const table of ['imported_items', 'invitations', 'followers', 'outbox'] as const) await blog().db.deleteFrom(table).execute()
  }
  const mails = async () => {
    const sent: Mail[] = []
    const mailer = { send: async (mail: Mail) => void sent.push(mail), verify: async () => {}, close: () => {} }
    const logger = { warn: () => {}, error: () => {} } as never
    const parts = { db: blog().db, mailer, logger, now: () => blog().clock.now, publicUrl: TEST_ORIGIN }
    await sendMails({ ...parts, readSiteName: async () => 'Our days' })
    return sent
  }

  it('are invited once, by links in a file that only the operator may read, and are not mailed', async () => {
    expect((await run(smallGhostExport(TABLES), { include: new Set() })).report.lines('people')).toEqual(['5 members and subscribers'])
    const planned = await ghost(TABLES, { isDryRun: true })
    expect([planned.invitations?.file, await followers(), await imported()]).toEqual([null, [], undefined])
    const { report, invitations } = await ghost()
    expect(report.counts).toMatchObject({ people: 5, followers: 1 })
    expect(planned.report.counts).toMatchObject({ people: 5, followers: 1 })
    const file = invitations?.file ?? ''
    expect([(await stat(file)).mode & 0o777, (await stat(dirname(file))).mode & 0o777]).toEqual([0o600, 0o700])
    const [head, ...lines] = readCsv(await readFile(file, 'utf8'))
    expect(head).toEqual(['name', 'email', 'link'])
    expect(lines.map(([name, email]) => `${name} ${email}`)).toEqual([
      'Jo jo@old.example',
      'Grandma "Ruth", Ohio ruth@members.example',
      'A reader of the former blog ada@members.example',
      `'=HYPERLINK("https://evil.example") ben@members.example`,
      'A reader of the former blog cy@members.example',
    ])
    expect(await blog().db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect(report.lines('people')).toEqual([
      '1 without an address that can be mailed',
      'Jo wrote there, and is invited into the family. Make them an admin under Users, if they are to write here',
      `The links of those who are invited are in imports/${basename(file)} of DATA_DIR, for the operator alone`,
    ])
    const stored = await blog().db.selectFrom('invitations').selectAll().execute()
    const said = JSON.stringify([report.toData(false), stored, blog().logLines])
    expect(said).not.toMatch(/@members|@old\.example/i)
    for (const [, , link = ''] of lines) expect(said).not.toContain(link.replace(/.*#/, ''))

    const [, ruth] = lines
    const token = (ruth?.[2] ?? '').replace(`${TEST_ORIGIN}/invitation#`, '')
    const visitor = blog().visitor()
    const account = { token, displayName: 'Ruth', email: 'ruth@members.example', password: TEST_PASSWORD }
    expect((await visitor.post('/api/invitation/signup', account)).body).toMatchObject({ isFamily: true, isAdmin: false })
    expect((await visitor.post('/api/invitation/open', { token })).status).toBe(200)
    const again = await ghost()
    expect([again.report.counts.people, again.report.counts.followers, again.invitations?.file]).toEqual([0, 0, null])
    expect(await readdir(dirname(file))).toHaveLength(1)
  })

  it('are one row in the list of invitations, which revokes all of them', async () => {
    expect(await imported()).toMatchObject({ usesMax: 5, used: 1, state: 'open', people: [{ displayName: 'Ruth' }] })
    const made = await admin.call(createInvitation, { body: { name: 'Aunts', usesMax: 1 } })
    expect((await admin.call(listInvitations)).invitations.map(({ _id }) => _id)).toEqual([made.invitation._id, 'imported'])
    const revoked = await admin.call(endInvitation, { params: { invitationId: 'imported' } })
    expect(revoked).toMatchObject({ used: 1, state: 'revoked' })
    expect((await ghost(TABLES, { invitesByMail: true })).invitations).toEqual({ file: null, mailed: 0 })
    await clean()
    expect((await admin.delete('/api/invitations/imported')).status).toBe(404)
  })

  it('do not count towards the limit of open invitations', async () => {
    const members = Array.from({ length: 120 }, (_, index) => member(`m${index}`, `Member ${index}`))
    expect((await ghost({ ...TABLES, members, users: [] })).report.counts.people).toBe(120)
    expect((await admin.post('/api/invitations', { name: 'Aunts', usesMax: 1 })).status).toBe(201)
    expect(await imported()).toMatchObject({ usesMax: 120, used: 0 })
    await clean()
  })

  it('get their link by mail on request, once, even if an earlier run created a link', async () => {
    const { invitations } = await ghost({ ...TABLES, users: [], members: TABLES.members.slice(0, 2) })
    expect(await mails()).toEqual([])
    const [, first] = readCsv(await readFile(invitations?.file ?? '', 'utf8'))
    expect((await ghost(TABLES, { invitesByMail: true })).invitations).toEqual({ file: null, mailed: 4 })
    expect((await ghost(TABLES, { invitesByMail: true })).invitations).toEqual({ file: null, mailed: 0 })
    const revoked = (await blog().db.selectFrom('invitations').select('id').where('name', 'like', '%HYPERLINK%').executeTakeFirstOrThrow())
      .id
    await blog().db.updateTable('invitations').set({ revoked_at: 1 }).where('id', '=', revoked).execute()
    // Mail servers limit mails per day.
    blog().clock.advance(3 * DAY_MS)
    await deleteOldMail(blog().db, blog().clock.now)
    const sent = await mails()
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['cy@members.example', 'jo@old.example', 'ada@members.example'].toSorted())
    const mail = sent.find(({ to }) => to === 'jo@old.example')
    expect(mail?.subject).toBe('Our days has moved, and you are invited')
    const [, token = ''] = /invitation#([\w-]{43})\n/.exec(mail?.text ?? '') ?? []
    const { body } = await blog().visitor().post('/api/invitation/open', { token })
    expect(body).toMatchObject({ name: 'Jo', endsAt: new Date(blog().clock.now + IMPORTED_INVITATION_DAYS * DAY_MS).toISOString() })
    // The mail to Ada replaced the link in the file; Ruth has an account.
    expect(first?.[1]).toBe('ada@members.example')
    const old = first?.[2]?.replace(/.*#/, '') ?? ''
    expect((await blog().visitor().post('/api/invitation/open', { token: old })).status).toBe(404)
    await clean()
  })

  it('become followers only if they had agreed to the newsletter, and stay unsubscribed if they unsubscribe', async () => {
    await blog().db.deleteFrom('users').where('email', '=', 'ruth@members.example').execute()
    const { report } = await ghost()
    expect(report.counts.followers).toBe(1)
    const [follower] = await followers()
    expect(follower).toMatchObject({
      email: 'ruth@members.example',
      user_id: null,
      posts: 'at_once',
      confirmed_at: Date.parse(`${CONSENTED.replace(' ', 'T')}Z`),
      digest_through: blog().clock.now,
    })
    const link = `${follower?.id}.${follower?.link_key}`
    expect((await blog().visitor().send(`/following?link=${link}`, {})).status).not.toBe(500)
    await blog().db.deleteFrom('followers').execute()
    expect((await ghost()).report.counts.followers).toBe(0)
    await clean()
    const bare = { ...TABLES, members_newsletters: undefined, members_subscribe_events: undefined }
    const unknown = await ghost(bare)
    expect([unknown.report.counts.followers, unknown.report.lines('notInFile').join()]).toEqual([
      0,
      expect.stringContaining('members_newsletters'),
    ])
    await clean()
    const former = {
      posts: TABLES.posts,
      comments: [],
      users: [],
      members: [member('eve', 'Eve', { subscribed: true }), member('dan', 'Dan', { subscribed: false })],
      subscribers: [
        { id: 's', name: 'Sue', email: 'sue@members.example', status: 'subscribed', created_at: JOINED },
        { id: 't', email: 'tim@members.example', status: 'unsubscribed', created_at: JOINED },
      ],
    }
    expect((await ghost(former)).report.counts).toMatchObject({ people: 2, followers: 2 })
    expect((await followers()).map(({ email }) => email)).toEqual(['eve@members.example', 'sue@members.example'])
    await clean()
  })

  it('are also read from a list of members, and from the authors of a WordPress export', async () => {
    const list = join(blog().folder, 'members.csv')
    await writeFile(
      list,
      '\uFEFFid,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\r\n' +
        '1,Ruth@members.example,"Ruth, the ""gran""","two\nlines",true,false,,2023-02-01T10:00:00.000Z,,"a,b",\r\n' +
        '2,ada@members.example,Ada,,false,false,,2023-02-01T10:00:00.000Z,,,\r\n' +
        '3,gone@members.example,Gone,,true,false,,2023-02-01T10:00:00.000Z,2024-01-01T00:00:00.000Z,,\r\n',
    )
    const { report, invitations } = await run(smallWordpressExport([{ id: 1, title: 'One' }]), { members: list })
    expect(report.counts).toMatchObject({ people: 3, followers: 1 })
    const [, ...lines] = readCsv(await readFile(invitations?.file ?? '', 'utf8'))
    expect(lines.map(([name, email]) => `${name} ${email}`)).toEqual([
      'Jo jo@old.example',
      'Ruth, the "gran" ruth@members.example',
      'Ada ada@members.example',
    ])
    expect(await followers()).toMatchObject([{ email: 'ruth@members.example', confirmed_at: Date.parse(JOINED) }])
    await writeFile(list, 'a,b\n1,2\n')
    await expect(ghost(TABLES, { members: list })).rejects.toMatchObject({ message: expect.stringContaining('no column') })
    await expect(ghost(TABLES, { members: `${list}-not` })).rejects.toMatchObject({ code: 'not_found' })
  })
})
