import type { MouseEvent } from 'react'
import { type Comment, reportComment } from '#comments/contract/comments.endpoints.ts'
import { reportCommentForm } from '#comments/contract/comments.forms.ts'
import { REASON_MAX_LENGTH } from '#accounts/contract/account-limits.ts'
import { usePage } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Button } from '#ui/components/button.tsx'
import { DeclaredForm, Done, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { isEscape } from './is-escape.ts'
import { TextField } from '#ui/forms/text-field.tsx'

/** Address of the same page with the form of one comment open. With a fragment, the field would not take the focus. */
const hrefOf = (search: string, commentId: string) => {
  const query = new URLSearchParams(search)
  query.set('report', commentId)
  return `?${query}`
}

interface ReportProps {
  readonly comment: Comment
}

/** Opens the form in place, or without its script on the page itself: a form for each comment would be a fifth of a page. */
export const ReportLink = ({ comment, onPress }: ReportProps & { readonly onPress: () => void }) => {
  const { search } = usePage()
  const press = (event: MouseEvent) => {
    event.preventDefault()
    onPress()
  }
  return (
    <a href={hrefOf(search, comment._id)} rel="nofollow" className="menu-item" onClick={press}>
      Report
    </a>
  )
}

/** Whether the page came with the form of this comment open. */
export const useIsReported = ({ _id: commentId }: Comment): boolean => {
  const { search } = usePage()
  const { wasPosted } = useDeclaredForm(reportCommentForm, { instance: { commentId } })
  return wasPosted || new URLSearchParams(search).get('report') === commentId
}

export const ReportForm = ({ comment, onClose }: ReportProps & { readonly onClose: () => void }) => {
  const { isMember: asMember } = usePage()
  const form = useDeclaredForm(reportCommentForm, {
    instance: { commentId: comment._id },
    send: (body) => browserApi(reportComment, { params: { commentId: comment._id }, body: { ...body, asMember } }),
  })
  if (form.state.type === 'done') return <Done form={form}>{(message) => message}</Done>
  return (
    <DeclaredForm form={form} className="stack basis-full gap-3 px-3">
      <TextField
        label="What is wrong with it? (You may leave this empty.)"
        name="reason"
        maxLength={REASON_MAX_LENGTH}
        defaultValue={form.valueOf('reason')}
        error={form.errorOf('reason')}
        autoFocus
        onKeyDown={(event) => isEscape(event) && onClose()}
      />
      <FormMessage form={form} />
      <Button type="submit" variant="primary" busy={form.isPending} className="justify-self-start">
        Send report
      </Button>
    </DeclaredForm>
  )
}
