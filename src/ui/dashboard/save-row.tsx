import { Button } from '#ui/components/button.tsx'
import type { Form } from '#ui/forms/form.tsx'

interface SaveRowProps {
  readonly form: Form
  readonly variant?: 'primary' | 'plain'
}

/** Submit button of a form that stays, and the result. */
export const SaveRow = ({ form: { isPending, state }, variant }: SaveRowProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <Button type="submit" variant={variant} busy={isPending}>
      Save
    </Button>
    <p role="status" className="text-ink-soft">
      {state.type === 'done' ? state.message : null}
    </p>
  </div>
)
