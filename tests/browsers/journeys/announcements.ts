import assert from 'node:assert/strict'
import { appendFile } from 'node:fs/promises'
import { type Journey, signIn } from '#tests/browsers/journey.ts'
import { FORM_CASES } from '#tests/support/announcements/form-cases.ts'
import { findProblem, type FormCase, logForm, type LogLine, toMarkdown } from '#tests/support/announcements/log-forms.ts'

/** `KINDRED_ANNOUNCEMENTS=file.md` appends the log, to read it. */
const file = process.env['KINDRED_ANNOUNCEMENTS']

const toJourney = ({ who, as, list }: (typeof FORM_CASES)[number], pick: (form: FormCase) => boolean, title: string): Journey => ({
  title: `${title} of ${who} announces each failure and each success once`,
  async run({ page, callAs }) {
    const cases = (await list({ callAs })).filter((form) => form.needsMail !== true && pick(form))
    if (as !== undefined) await signIn(page, as)
    const log: LogLine[] = []
    for (const each of cases) log.push(...(await logForm(page, each)))
    const browser = String(await page.run('return navigator.userAgent'))
    if (file !== undefined) await appendFile(file, toMarkdown(browser, log))
    assert.deepEqual(
      log.map(findProblem).filter((problem) => problem !== null),
      [],
    )
  },
})

const [visitor, ...others] = FORM_CASES

/** As tests/e2e/announcements.test.ts, in other browsers, on a blog without mail. */
export const announcementJourneys: readonly Journey[] = [
  toJourney(visitor, ({ signsIn }) => signsIn !== true, 'Each form'),
  // The session of a window would hide the other forms; an address with a fragment does not load again in this driver.
  toJourney(visitor, ({ form }) => form === 'sign-in', 'The sign-in form'),
  ...others.filter(({ as }) => as !== undefined).map((each) => toJourney(each, () => true, 'Each form')),
]
