import { appendFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { forms } from '#app/contract/forms.ts'
import { FORM_CASES, OTHER_FORMS } from '#tests/support/announcements/form-cases.ts'
import { findProblem, logForm, type LogLine, toMarkdown } from '#tests/support/announcements/log-forms.ts'
import { useJourneys } from '#tests/support/journey.ts'
import { startMailServer, tokenIn } from '#tests/support/mail-server.ts'
import { takeSome } from '#tests/support/sweep.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const journeys = useJourneys({ SMTP_URL: mail.url, MAIL_FROM: 'Kindred <blog@example.org>' })
const tokenFor = async (email: string) => tokenIn(await mail.next(email))

/** `KINDRED_ANNOUNCEMENTS=file.md` appends the log, to read it. */
const file = process.env['KINDRED_ANNOUNCEMENTS']

describe('What a screen reader says of each form', () => {
  const declared = new Set<string>()

  it.each(FORM_CASES)('Of the forms of $who, each failure and each success once, in words', { timeout: 180_000 }, async ({ as, list }) => {
    const cases = await list({ callAs: journeys.callAs, tokenFor })
    for (const { form } of cases) declared.add(form)
    const log: LogLine[] = []
    for (const each of takeSome(cases, 3)) {
      // Signing in changes the session of a window.
      const { page, open, reset } = await journeys.visit(as ? { as } : {})
      log.push(...(await logForm({ open, run: (body) => page.evaluate(`(() => {${body}\n})()`) }, each)))
      reset()
      await page.close()
    }
    if (file !== undefined) await appendFile(file, toMarkdown('Chromium', log))
    expect(log.map(findProblem).filter((problem) => problem !== null)).toEqual([])
  })

  it('Every declared form is among them', () => {
    const missing = forms.map(({ name }) => name).filter((name) => !declared.has(name) && OTHER_FORMS[name] === undefined)
    expect(missing).toEqual([])
  })
})
