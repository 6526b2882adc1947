import { appendFile } from 'node:fs/promises'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { forms } from '#app/contract/forms.ts'
import type { Account } from '#tests/support/accounts.ts'
import { missingFirefox, type SpeakingWindow, startFirefoxPages } from '#tests/support/announcements/firefox-pages.ts'
import { FORM_CASES, OTHER_FORMS } from '#tests/support/announcements/form-cases.ts'
import { findProblem, type FormCase, logForm, type LogLine, toMarkdown } from '#tests/support/announcements/log-forms.ts'
import { callAs } from '#tests/support/blog/call-as.ts'
import { useJourneys } from '#tests/support/browser/journey.ts'
import { startMailServer, tokenIn } from '#tests/support/mail/mail-server.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { takeSome } from '#tests/support/sweep.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const journeys = useJourneys({ SMTP_URL: mail.url, MAIL_FROM: 'Kindred <blog@example.org>' })
const tokenFor = async (email: string) => tokenIn(await mail.next(email))

/** `KINDRED_ANNOUNCEMENTS=file.md` appends the log, to read it. */
const file = process.env['KINDRED_ANNOUNCEMENTS']
/** Takes ten minutes more. */
const inFirefox = process.env['KINDRED_BROWSER'] === 'firefox'

/** Signing in changes the session of a window, so each form has its own. */
async function openChromium(as: Account | undefined): Promise<SpeakingWindow> {
  const { page, open, reset } = await journeys.visit(as ? { as } : {})
  return {
    open,
    run: (body) => page.evaluate(`(() => {${body}\n})()`),
    async close() {
      reset()
      await page.close()
    },
  }
}

describe('What a screen reader says of each form', () => {
  const declared = new Set<string>()

  it.each(FORM_CASES)('Of the forms of $who, each failure and each success once, in words', async ({ as, list }) => {
    const cases = await list({ callAs: journeys.callAs, tokenFor })
    for (const { form } of cases) declared.add(form)
    await expectOneWord('Chromium', takeSome(cases, 3), () => openChromium(as))
  })

  it('Every declared form is among them', () => {
    const missing = forms.map(({ name }) => name).filter((name) => !declared.has(name) && OTHER_FORMS[name] === undefined)
    expect(missing).toEqual([])
  })
})

describe.runIf(inFirefox)('What a screen reader says of each form in Firefox', unlessMissing(missingFirefox), () => {
  it.each(FORM_CASES)(
    'Of the forms of $who, each failure and each success once, in words',
    { timeout: 1_800_000 },
    async ({ as, list }) => {
      const browser = await startFirefoxPages(journeys.blog.url)
      onTestFinished(() => browser.close())
      const cases = await list({ callAs: journeys.callAs, tokenFor })
      await expectOneWord('Firefox', cases, async () => browser.openWindow(as && (await callAs(journeys.blog.url, as))))
    },
  )
})

async function expectOneWord(browser: string, cases: readonly FormCase[], open: () => Promise<SpeakingWindow>): Promise<void> {
  const log: LogLine[] = []
  for (const each of cases) {
    const page = await open()
    log.push(...(await logForm(page, each)))
    await page.close()
  }
  if (file !== undefined) await appendFile(file, toMarkdown(browser, log))
  expect(log.map(findProblem).filter((problem) => problem !== null)).toEqual([])
}
