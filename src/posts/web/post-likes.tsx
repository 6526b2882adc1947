import Heart from 'lucide-react/icons/heart'
import type { getPostLikes } from '#posts/contract/likes.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { UserAvatar } from '#accounts/web/index.ts'
import { useFailedForm, usePage } from '#site/web/index.ts'
import { alertStyle } from '#ui/components/alert.tsx'
import { othersText, postLikesText } from './post-likes-text.ts'

export type Likes = CallOutput<typeof getPostLikes>

const AVATAR_SIZE = 36
const LIKERS_ID = 'hearts-who'

/** The viewer, unknown while the page is rendered: start-like-button.ts shows this entry, and watch-account.ts fills in the name. */
const Self = () => (
  <li data-liked-by="self" hidden>
    <img data-account="picture" alt="" width={AVATAR_SIZE} height={AVATAR_SIZE} className="avatar" />
    <span data-account="username" className="min-w-0 wrap-anywhere">
      You
    </span>
  </li>
)

/** List of names for members, rendered with the page as a native popover. */
const Likers = ({ likes, likedBy }: Likes) => (
  <>
    <button type="button" popoverTarget={LIKERS_ID} data-likers="" hidden={likes === 0} className="text-button">
      See who
    </button>
    <div id={LIKERS_ID} popover="auto" role="dialog" aria-labelledby={`${LIKERS_ID}-title`} className="card menu-panel hearts-who">
      <h2 id={`${LIKERS_ID}-title`} className="text-h3">
        With a heart from
      </h2>
      <ul className="my-2">
        <Self />
        {likedBy.map((user) => (
          <li key={user._id} data-liked-by={user._id}>
            <UserAvatar src={user.profilePicture} size={AVATAR_SIZE} />
            <span className="min-w-0 wrap-anywhere">{nameOfUser(user)}</span>
          </li>
        ))}
      </ul>
      {likes > likedBy.length ? <p className="text-ink-soft">{othersText(likes - likedBy.length)}</p> : null}
      <button type="button" popoverTarget={LIKERS_ID} popoverTargetAction="hide" className="text-button -ml-3">
        Close
      </button>
    </div>
  </>
)

interface PostLikesProps {
  readonly post: Pick<Post, '_id' | 'slug'>
  readonly likes: Likes
}

/** A plain form until start-like-button.ts runs; the same for every reader of the page. */
export const PostLikes = ({ post, likes }: PostLikesProps) => {
  const { isMember } = usePage()
  const failed = useFailedForm('heart')
  return (
    <div id="hearts" className="no-print hearts">
      <form method="post" action={`/heart/${post.slug}`} data-like-form={post._id}>
        <input type="hidden" name="form" value="heart" />
        <input type="hidden" name="postId" value={post._id} />
        <button type="submit" aria-pressed={false} className="heart-button">
          <Heart aria-hidden="true" size={20} />
          <span data-count={likes.likes}>{postLikesText(likes.likes)}</span>
          <span className="sr-only"> for this post</span>
        </button>
        <output className={alertStyle('error', 'empty:hidden')}>{failed?.message}</output>
      </form>
      {isMember ? <Likers {...likes} /> : null}
    </div>
  )
}
