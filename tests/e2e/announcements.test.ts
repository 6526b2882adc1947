import { afterAll, describe, expect, it } from 'vitest'
import { forms } from '#app/contract/forms.ts'
import type { Account } from '#tests/support/accounts.ts'
import { FORM_CASES, OTHER_FORMS } from '#tests/cases/announcements/form-cases.ts'
import { findProblem, logForm, type LogLine } from '#tests/cases/announcements/log-forms.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { startMailServer, tokenIn } from '#tests/support/mail/mail-server.ts'
import { takeSome } from '#tests/support/sweep.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const journeys = useJourneys({ SMTP_URL: mail.url, MAIL_FROM: 'Kindred <blog@example.org>' })
const tokenFor = async (email: string) => tokenIn(await mail.next(email))

/** Signing in changes the session of a window, so each form has its own. */
async function openWindow(as: Account | undefined) {
  const { page, open, reset } = await journeys.visit(as ? { as } : {})
  const close = () => {
    reset()
    return page.close()
  }
  return { open, run: (body: string) => page.evaluate(`(() => {${body}\n})()`), close }
}

/** Firefox and WebKit: tests/browsers/journeys/announcements.ts. */
describe('What a screen reader says of each form', () => {
  const declared = new Set<string>()

  it.each(FORM_CASES)('Of the forms of $who, each failure and each success once, in words', async ({ as, list }) => {
    const cases = await list({ callAs: journeys.callAs, tokenFor })
    for (const { form } of cases) declared.add(form)
    const log: LogLine[] = []
    for (const each of takeSome(cases, 3)) {
      const page = await openWindow(as)
      log.push(...(await logForm(page, each)))
      await page.close()
    }
    expect(log.map(findProblem).filter((problem) => problem !== null)).toEqual([])
  })

  it('Every declared form is among them', () => {
    const missing = forms.map(({ name }) => name).filter((name) => !declared.has(name) && OTHER_FORMS[name] === undefined)
    expect(missing).toEqual([])
  })
})
