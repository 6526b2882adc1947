import { StepHeading } from '#settings/web/index.ts'
import { readLinkToken } from '#accounts/web/index.ts'
import { AccountStep } from './account-step.tsx'

/** Opens another page, because the header of this one is a visitor's. Removes the used key from the history. */
const openSetupSteps = () => location.replace('/setup/steps')

/** The first step of a new blog. */
export const SetUp = () => (
  <>
    <StepHeading number={1} title="Your account" />
    <AccountStep readKey={readLinkToken} onDone={openSetupSteps} />
  </>
)
