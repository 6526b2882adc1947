import type { ReactNode } from 'react'
import { toFailure } from '#ui/api/api-error.ts'
import { Button } from '#ui/components/button.tsx'
import { type Form, FormMessage, useForm } from '#ui/forms/form.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'

interface StepFormProps {
  readonly fields: readonly string[]
  readonly submitLabel: string
  readonly send: (data: FormData) => Promise<void>
  readonly children: (form: Form) => ReactNode
}

/** Form of one step, which continues after saving. */
export const StepForm = ({ fields, submitLabel, send, children }: StepFormProps) => {
  const form = useForm({ send, toFailure, fields })
  return (
    <form method="post" noValidate className="card stack p-5" {...form.props}>
      {children(form)}
      <FormMessage form={form} />
      <div>
        <Button type="submit" variant="primary" busy={form.isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

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
