import type { Ref } from 'react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { type Actor } from '#platform/contract/permissions.ts'
import { mayDeleteComment, mayEditComment, mayReportComment } from '#comments/contract/comment-permissions.ts'
import { usePage } from '#site/web/index.ts'
import { Menu } from '#ui/components/menu.tsx'
import { accountLabel, nameOfComment } from './comment-text.ts'
import { ReportLink } from './report-comment.tsx'

interface CommentMenuProps {
  readonly comment: Comment
  readonly viewer: Actor | null
  readonly button: Ref<HTMLButtonElement>
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onReport: () => void
}

/** What is rare at a comment: nothing at one's own, an admin's decisions about those of others, a report of everybody else. */
export const CommentMenu = ({ comment, viewer, button, onEdit, onDelete, onReport }: CommentMenuProps) => {
  const { isMember } = usePage()
  // Which member it is becomes known later.
  if ((viewer === null && isMember) || !mayReportComment(viewer, comment)) return null
  const { user } = comment
  return (
    <Menu
      ref={button}
      label={`More for ${nameOfComment(comment)}`}
      trigger={<Ellipsis aria-hidden="true" size={20} />}
      triggerClassName="text-button"
      panelClassName="menu-here"
    >
      {mayEditComment(viewer, comment) ? (
        <button type="button" className="menu-item" onClick={onEdit}>
          Edit
        </button>
      ) : null}
      {mayDeleteComment(viewer, comment) ? (
        <button type="button" className="menu-item text-danger" onClick={onDelete}>
          Delete
        </button>
      ) : null}
      {viewer?.isAdmin !== true ? (
        <ReportLink comment={comment} onPress={onReport} />
      ) : user === null ? null : (
        <a href={`/dashboard?tab=comments&writer=${user._id}&account=${user._id}`} className="menu-item">
          {accountLabel(user)}
        </a>
      )}
    </Menu>
  )
}
