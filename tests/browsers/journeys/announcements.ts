import assert from 'node:assert/strict'
import { type Journey, signIn } from '#tests/browsers/journey.ts'
import { FORM_CASES } from '#tests/cases/announcements/form-cases.ts'
import { findProblem, type FormCase, logForm } from '#tests/cases/announcements/log-forms.ts'

const toJourney = ({ who, as, list }: (typeof FORM_CASES)[number], pick: (form: FormCase) => boolean, title: string): Journey => ({
  title: `${title} of ${who} announces each failure and each success once`,
  async run({ page, callAs }) {
    const cases = (await list({ callAs })).filter((form) => form.needsMail !== true && pick(form))
    if (as !== undefined) await signIn(page, as)
    for (const each of cases) {
      const problems = (await logForm(page, each)).map(findProblem)
      assert.deepEqual(
        problems.filter((problem) => problem !== null),
        [],
      )
    }
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
