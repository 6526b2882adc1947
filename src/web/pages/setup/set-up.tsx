import { StepHeading } from '#web/pages/step-heading.tsx'
import { readLinkToken } from '#web/features/session/link-token.tsx'
import { AccountStep } from './account-step.tsx'

/** The header of this page is a visitor's: the other steps have a page of their own. It also takes the used key out of the history. */
const goOn = () => location.replace('/setup/steps')

/** The first step of a new blog. */
export const SetUp = () => (
  <>
    <StepHeading number={1} title="Your account" />
    <AccountStep readKey={readLinkToken} onDone={goOn} />
  </>
)
