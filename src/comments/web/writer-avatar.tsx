import UserRound from 'lucide-react/icons/user-round'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { UserAvatar } from '#accounts/web/index.ts'

const SIZES = { 32: 'size-8', 40: 'size-10', 44: 'size-11' } as const

interface WriterAvatarProps {
  /** Null when the account is deleted. */
  readonly user: Comment['user']
  /** In CSS pixels. */
  readonly size: keyof typeof SIZES
}

/** Picture of the writer of a comment. */
export const WriterAvatar = ({ user, size }: WriterAvatarProps) =>
  user ? (
    <UserAvatar src={user.profilePicture} size={size} />
  ) : (
    <span aria-hidden="true" className={`avatar grid place-items-center text-ink-soft ${SIZES[size]}`}>
      <UserRound size={size / 2} />
    </span>
  )
