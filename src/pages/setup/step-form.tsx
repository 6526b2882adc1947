import type { ReactNode } from 'react'
import { toFailure } from '#ui/api/api-error.ts'
import { Button } from '#ui/components/button.tsx'
import { type Form, FormMessage, useForm } from '#ui/forms/form.tsx'

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
