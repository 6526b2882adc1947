import { PageHeading } from '#ui/components/page-heading.tsx'

/** The account and the four steps after it. */
const STEPS = 5

interface StepHeadingProps {
  /** Null once all steps are done. */
  readonly number: number | null
  readonly title: string
}

export const StepHeading = ({ number, title }: StepHeadingProps) => (
  <div className="mb-6">
    {number === null ? null : (
      <p className="text-small text-ink-soft">
        Step {number} of {STEPS}
      </p>
    )}
    <PageHeading>{title}</PageHeading>
  </div>
)
