import { useRef } from 'react'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { reportCommentForm } from '#comments/contract/comments.forms.ts'
import { REASON_MAX_LENGTH } from '#platform/contract/limits.ts'
import { Honeypot } from '#accounts/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { DeclaredForm, Done, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { nameOfComment } from './comment-text.ts'

/** Also opens and sends without scripts. */
export const ReportComment = ({ comment }: { readonly comment: Comment }) => {
  const details = useRef<HTMLDetailsElement>(null)
  const form = useDeclaredForm(reportCommentForm, { instance: { commentId: comment._id } })
  if (form.state.type === 'done') return <Done form={form}>{(message) => message}</Done>
  const close = () => {
    if (details.current === null) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }
  return (
    <details ref={details} open={form.wasPosted} className="reply">
      <summary className="text-button" aria-label={`Report ${nameOfComment(comment)}`}>
        Report
      </summary>
      <DeclaredForm form={form} className="stack gap-3">
        <TextField
          label="What is wrong with it? (You may leave this empty.)"
          name="reason"
          maxLength={REASON_MAX_LENGTH}
          defaultValue={form.valueOf('reason')}
          error={form.errorOf('reason')}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        />
        <Honeypot />
        <FormMessage form={form} />
        <Button type="submit" variant="primary" busy={form.isPending} className="justify-self-start">
          Send report
        </Button>
      </DeclaredForm>
    </details>
  )
}
