import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { FormFailure } from '#ui/api/api-error.ts'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { type Form, FormMessage } from '#ui/forms/form.tsx'

interface QuestionFormProps {
  readonly form: Form
  readonly failure: FormFailure | null
  readonly submitLabel: string
  /** Missing for the first question. */
  readonly onBack?: () => void
  readonly onSubmitPress?: () => void
  readonly children: ReactNode
}

/** One question of the set-up, with its way on and the way back. */
export const QuestionForm = ({ form, failure, submitLabel, onBack, onSubmitPress, children }: QuestionFormProps) => {
  const showFailure = useEffectEvent(() => {
    if (failure !== null) form.fail(failure)
  })
  useEffect(() => showFailure(), [])
  return (
    <Card>
      <form className="stack" {...form.props}>
        {children}
        <FormMessage form={form} />
        <div className="row gap-3">
          <Button type="submit" variant="primary" busy={form.isPending} onClick={onSubmitPress}>
            {submitLabel}
          </Button>
          {onBack === undefined ? null : (
            <Button variant="plain" onClick={onBack}>
              Back
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
