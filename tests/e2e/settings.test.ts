import { describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/support/accounts.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { expectText, heading } from '#tests/support/visit.ts'

const journeys = useJourneys()

describe('Settings', () => {
  it('An admin gives the blog its name, its welcome and a contact, and visitors see them at once', async () => {
    const { page, open, expectProblem } = await journeys.visit({ as: ADMIN, on: 'phone' })
    const visitor = await journeys.visit()
    await visitor.open('/')
    await open('/dashboard?tab=settings')
    const section = (name: string) => page.getByRole('region', { name })
    await section('The blog').getByLabel('Name').fill('  Three and a bus ')
    await section('The blog').getByLabel('Contact').fill('nobody')
    expectProblem(/status of 400/)
    await section('The blog').getByRole('button', { name: 'Save' }).click()
    await section('The blog').getByText('Please enter a valid email address, or leave it empty.').first().waitFor()
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('contact')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('us@example.org')
    await section('The blog').getByRole('button', { name: 'Save' }).click()
    await expectText(section('The blog').getByRole('status'), 'Saved. Readers see it from now on.')
    expect(await section('The blog').getByLabel('Name').inputValue()).toBe('Three and a bus')
    await section('Welcome').getByLabel('Heading').fill('Come in')
    await section('Welcome').getByLabel('Text').fill('First line.\nSecond line.')
    await section('Welcome').getByRole('button', { name: 'Save' }).click()
    await expectText(section('Welcome').getByRole('status'), 'Saved. Readers see it from now on.')

    await visitor.open('/')
    await expectText(heading(visitor.page), 'Come in')
    expect(await visitor.page.title()).toBe('Three and a bus')
    await visitor.page.getByText('Second line.').waitFor()
    await visitor.open('/privacy-policy')
    await visitor.page.getByText('by email to us@example.org').waitFor()
  })
})
