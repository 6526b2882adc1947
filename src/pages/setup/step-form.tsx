import type { ReactNode } from 'react'
import { Button } from '#ui/components/button.tsx'
import { DeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { Card } from '#ui/components/card.tsx'

interface StepFormProps {
  readonly form: DeclaredForm
  readonly submitLabel: string
  readonly children: ReactNode
}

/** Form of one step, which continues after saving. */
export const StepForm = ({ form, submitLabel, children }: StepFormProps) => (
  <Card>
    <DeclaredForm form={form}>
      {children}
      <FormMessage form={form} />
      <div>
        <Button type="submit" variant="primary" busy={form.isPending}>
          {submitLabel}
        </Button>
      </div>
    </DeclaredForm>
  </Card>
)

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
