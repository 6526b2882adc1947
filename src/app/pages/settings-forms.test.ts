import { expect, it } from 'vitest'
import { getSettings, updateSettings } from '#site/contract/settings.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { createSubmit, recordPages } from '#tests/support/submit-form.ts'

onEachEngine('the forms of the settings', (engine) => {
  const { pages, renderings } = recordPages()
  const blog = useTestApp(engine, { overrides: { pages } })
  const submit = createSubmit(renderings)
  const settings = '/dashboard?tab=settings&section=reading'

  it('One choice sets who reads, who can sign up and for whom new posts are', async () => {
    const admin = await blog().makeAdmin()
    const fields = { defaultAudience: 'public', isClosed: 'open', signUp: 'open', wayIn: 'family' }
    expect((await submit(admin, { form: 'reading', path: settings, fields })).page?.form?.state).toBe('done')
    expect(await admin.call(getSettings)).toMatchObject({ isClosed: true, signUp: 'invitation', defaultAudience: 'family' })
  })

  it('The choice that is stored leaves what is chosen below it', async () => {
    const admin = await blog().makeAdmin()
    const fields = { wayIn: 'same', defaultAudience: 'readers', isClosed: 'open', signUp: 'request' }
    expect((await submit(admin, { form: 'reading', path: settings, fields })).page?.form?.state).toBe('done')
    expect(await admin.call(getSettings)).toMatchObject({ isClosed: false, signUp: 'request', defaultAudience: 'readers' })
  })

  it('A form that was opened before another admin closed the blog does not open it again', async () => {
    const admin = await blog().makeAdmin()
    const parts = { defaultAudience: 'public', isClosed: 'open', signUp: 'open' } as const
    await admin.call(updateSettings, { body: { ...parts, isClosed: false } })
    const { page } = await submit(admin, {
      form: 'reading',
      path: settings,
      fields: { ...parts, wayIn: 'family', wayInBefore: 'open open public' },
    })
    expect(page?.form).toMatchObject({ state: 'done' })
    const stale = { ...parts, defaultAudience: 'readers', wayIn: 'same', wayInBefore: 'open open public' }
    const response = await submit(admin, { form: 'reading', path: settings, fields: stale })
    expect(response).toMatchObject({
      status: 409,
      page: { form: { state: 'failed', message: expect.stringMatching(/^Another admin has changed who may come in/) } },
    })
    expect(await admin.call(getSettings)).toMatchObject({ isClosed: true, signUp: 'invitation', defaultAudience: 'family' })
  })
})
