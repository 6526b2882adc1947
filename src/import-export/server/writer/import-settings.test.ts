import { expect, it } from 'vitest'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_SITE } from '#tests/support/test-app.ts'
import { ImportReport } from '#import-export/server/record/report.ts'
import { importSettings } from './import-settings.ts'

onEachEngine('An import of settings', (engine) => {
  const blog = useTestApp(engine)

  it('that closes the blog hides cached responses from visitors', async () => {
    const admin = await blog().makeAdmin()
    await blog().makePost({ title: 'A quiet night', by: admin })
    const read = async () => (await blog().visitor().get('/api/post/getposts')).status
    expect([await read(), await read()]).toEqual([200, 200])
    await importSettings(
      {
        db: blog().db,
        siteConfig: TEST_SITE,
        isCheck: false,
        report: new ImportReport(),
        now: () => blog().clock.now,
        importPicture: async () => Promise.reject(new Error('no picture is imported here')),
      },
      { blog: {}, look: {}, settings: { isClosed: true }, categories: { own: [], renamed: [], hidden: [] } },
    )
    await expect.poll(read).toBe(401)
  })
})
