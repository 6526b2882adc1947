import { expect, it } from 'vitest'
import { DISK_RESERVE_BYTES } from '#media/contract/media-limits.ts'
import { HOUR_MS } from '#platform/contract/limits.ts'
import {
  lockMailServer,
  type MailServer,
  noteServerFailure,
  noteServerWorks,
  saveMailServer,
  takeFromDay,
} from '#platform/mail/mail-server.store.ts'
import { createOutbox } from '#platform/mail/outbox.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { listTroubles } from './troubles.ts'

onEachEngine('The overview', (engine) => {
  const blog = useTestApp(engine)
  const list = (freeBytes: number | null = null, mailsPerDay = 500) =>
    listTroubles({
      db: blog().db,
      now: blog().clock.now,
      mailsPerDay,
      backups: { setting: null },
      freeBytes: async () => freeBytes,
    })

  const change = (work: (server: MailServer) => unknown) =>
    blog()
      .db.transaction()
      .execute(async (trx) => {
        const server = await lockMailServer(trx)
        work(server)
        await saveMailServer(trx, server)
      })

  it('says why no mail goes out and since when, until it goes out again', async () => {
    const { clock } = blog()
    expect(await list()).toEqual([])
    const begun = new Date(clock.now).toISOString()
    await change((server) => noteServerFailure(server, { problem: 'The mail server could not be reached.', now: clock.now }))
    clock.advance(HOUR_MS)
    await change((server) => noteServerFailure(server, { problem: 'The mail server refuses the password.', now: clock.now }))
    expect(await list()).toMatchObject([{ says: 'No mail goes out: The mail server refuses the password.', since: begun }])
    await change((server) => noteServerWorks(server, { begunAt: clock.now, now: clock.now }))
    expect(await list()).toEqual([])
  })

  it('says when the mails of a day are used up, if some wait', async () => {
    const { db, clock } = blog()
    for (let count = 0; count < 14; count += 1) await change((server) => takeFromDay(server, { max: 20, share: 'others', now: clock.now }))
    expect(await list(null, 20)).toEqual([])
    await createOutbox({ now: () => clock.now, newId: () => 'a', wake: () => {} }).put(db, { kind: 'let_in', email: 'a@x.example' })
    expect(await list(null, 20)).toMatchObject([{ says: expect.stringContaining('the 20 of a day are used up') }])
    expect(await list(null, 40)).toEqual([])
    await db.deleteFrom('outbox').execute()
  })

  it('says when the disk is nearly full', async () => {
    expect(await list(DISK_RESERVE_BYTES)).toEqual([])
    expect(await list(DISK_RESERVE_BYTES - 1)).toMatchObject([
      { says: 'The disk is nearly full: 500 MB are free, so only admins can upload pictures.' },
    ])
  })
})
