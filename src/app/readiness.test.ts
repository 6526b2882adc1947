import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onEachEngine } from '#tests/support/engines.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { createReadiness } from './readiness.ts'

onEachEngine('readiness', (engine) => {
  it('reports problems in plain words: database, migrations, storage, stopping', async () => {
    const blog = await createTestApp({ engine })
    let isConnected = true
    const ending = new AbortController()
    const ask = () => createReadiness({ ...blog, feed: { isConnected: () => isConnected }, ending: ending.signal }).problems()
    expect(await ask()).toEqual([])
    isConnected = false
    expect(await ask()).toEqual(['Changes by other processes are not heard.'])
    isConnected = true
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(blog.db)
    expect(await ask()).toEqual(['The database was made by another version of the blog.'])
    await sql`delete from kysely_migration where name = '9999-later'`.execute(blog.db)
    await rm(blog.folder, { recursive: true })
    expect(await ask()).toEqual(['The storage of the pictures cannot be reached.'])
    await blog.close()
    expect(await ask()).toContain('The database does not respond.')
    expect(blog.logLines.join('')).toContain('not ready')
    ending.abort()
    expect(await ask()).toEqual(['The blog is stopping.'])
  })
})
