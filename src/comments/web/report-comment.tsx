import { type MouseEvent, useRef, useState } from 'react'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { reportCommentForm } from '#comments/contract/comments.forms.ts'
import { REASON_MAX_LENGTH } from '#platform/contract/limits.ts'
import { usePage } from '#site/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { DeclaredForm, Done, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { nameOfComment } from './comment-text.ts'

/** Address of the same page with the form of one comment open. With a fragment, the field would not take the focus. */
const hrefOf = (search: string, commentId: string) => {
  const query = new URLSearchParams(search)
  query.set('report', commentId)
  return `?${query}`
}

/** A link that opens the form in place, or without its script on the page itself: a form for each comment would be a fifth of a page. */
export const ReportComment = ({ comment }: { readonly comment: Comment }) => {
  const { search } = usePage()
  const link = useRef<HTMLAnchorElement>(null)
  const form = useDeclaredForm(reportCommentForm, { instance: { commentId: comment._id } })
  const [isOpen, setIsOpen] = useState(form.wasPosted || new URLSearchParams(search).get('report') === comment._id)
  if (form.state.type === 'done') return <Done form={form}>{(message) => message}</Done>
  const toggle = (event: MouseEvent) => {
    event.preventDefault()
    setIsOpen(!isOpen)
  }
  const close = () => {
    setIsOpen(false)
    link.current?.focus()
  }
  return (
    <>
      <a
        ref={link}
        href={hrefOf(search, comment._id)}
        rel="nofollow"
        className="text-button"
        aria-label={`Report ${nameOfComment(comment)}`}
        onClick={toggle}
      >
        Report
      </a>
      {isOpen ? (
        <DeclaredForm form={form} className="stack basis-full gap-3 px-3">
          <TextField
            label="What is wrong with it? (You may leave this empty.)"
            name="reason"
            maxLength={REASON_MAX_LENGTH}
            defaultValue={form.valueOf('reason')}
            error={form.errorOf('reason')}
            autoFocus
            onKeyDown={(event) => event.key === 'Escape' && close()}
          />
          <FormMessage form={form} />
          <Button type="submit" variant="primary" busy={form.isPending} className="justify-self-start">
            Send report
          </Button>
        </DeclaredForm>
      ) : null}
    </>
  )
}
