import Heart from 'lucide-react/icons/heart'
import type { getHearts } from '#posts/contract/likes.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { UserAvatar } from '#accounts/web/index.ts'
import { useFailedForm, usePage } from '#site/web/index.ts'
import { alertStyle } from '#ui/components/alert.tsx'
import { heartsText, othersText } from './hearts-text.ts'

export type Likes = CallOutput<typeof getHearts>

const FACE_SIZE = 36
const WHO_ID = 'hearts-who'

/** The viewer, unknown while the page is rendered: start-heart.ts shows this entry, and watch-account.ts fills in the name. */
const Self = () => (
  <li data-liked-by="self" hidden>
    <img data-account="picture" alt="" width={FACE_SIZE} height={FACE_SIZE} className="avatar" />
    <span data-account="username" className="min-w-0 wrap-anywhere">
      You
    </span>
  </li>
)

/** List of names for members, rendered with the page as a native popover. */
const Who = ({ likes, likedBy }: Likes) => (
  <>
    <button type="button" popoverTarget={WHO_ID} data-hearts-who="" hidden={likes === 0} className="text-button">
      See who
    </button>
    <div id={WHO_ID} popover="auto" role="dialog" aria-labelledby={`${WHO_ID}-title`} className="card menu-panel hearts-who">
      <h2 id={`${WHO_ID}-title`} className="text-h3">
        With a heart from
      </h2>
      <ul className="my-2">
        <Self />
        {likedBy.map((user) => (
          <li key={user._id} data-liked-by={user._id}>
            <UserAvatar src={user.profilePicture} size={FACE_SIZE} />
            <span className="min-w-0 wrap-anywhere">{nameOfUser(user)}</span>
          </li>
        ))}
      </ul>
      {likes > likedBy.length ? <p className="text-ink-soft">{othersText(likes - likedBy.length)}</p> : null}
      <button type="button" popoverTarget={WHO_ID} popoverTargetAction="hide" className="text-button -ml-3">
        Close
      </button>
    </div>
  </>
)

interface PostHeartsProps {
  readonly post: Pick<Post, '_id' | 'slug'>
  readonly likes: Likes
}

/** A plain form until start-heart.ts runs; the same for every reader of the page. */
export const PostHearts = ({ post, likes }: PostHeartsProps) => {
  const { isMember } = usePage()
  const failed = useFailedForm('heart')
  return (
    <div id="hearts" className="no-print hearts">
      <form method="post" action={`/heart/${post.slug}`} data-heart={post._id}>
        <input type="hidden" name="form" value="heart" />
        <input type="hidden" name="postId" value={post._id} />
        <button type="submit" aria-pressed={false} className="heart-button">
          <Heart aria-hidden="true" size={20} />
          <span data-count={likes.likes}>{heartsText(likes.likes)}</span>
          <span className="sr-only"> for this post</span>
        </button>
        <output className={alertStyle('error', 'empty:hidden')}>{failed?.message}</output>
      </form>
      {isMember ? <Who {...likes} /> : null}
    </div>
  )
}
