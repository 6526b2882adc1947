import { expect, it } from 'vitest'
import { getBlogWords } from '#site/contract/site.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createSubmit, recordPages } from '#tests/support/submit-form.ts'

onEachEngine('the forms of the settings, which are steps of the set-up, too', (engine) => {
  const { pages, renderings } = recordPages()
  const blog = useTestApp(engine, { overrides: { pages } })
  const submit = createSubmit(renderings)
  const settings = '/dashboard?tab=settings&section=blog'

  it('An empty mark becomes a heart and the name', async () => {
    const admin = await blog().makeAdmin()
    const words = { name: ' Three and a bus ', author: 'Mara', contact: '' }
    await submit(admin, { form: 'blog-words', path: settings, fields: { ...words, mark: ' ' } })
    expect(await admin.call(getBlogWords)).toMatchObject({ name: 'Three and a bus', mark: '♥ Three and a bus' })
    await submit(admin, { form: 'blog-words', path: settings, fields: { ...words, mark: '3+1' } })
    expect(await admin.call(getBlogWords)).toMatchObject({ mark: '3+1' })
  })
})
