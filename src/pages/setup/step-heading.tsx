import { PageHeading } from '#ui/components/page-heading.tsx'
import { SETUP_STEP_COUNT } from './setup-step.ts'

interface StepHeadingProps {
  /** Null once all steps are done. */
  readonly number: number | null
  readonly title: string
}

export const StepHeading = ({ number, title }: StepHeadingProps) => (
  <div className="mb-6">
    {number === null ? null : (
      <p className="text-small text-ink-soft">
        Step {number} of {SETUP_STEP_COUNT}
      </p>
    )}
    <PageHeading>{title}</PageHeading>
  </div>
)
