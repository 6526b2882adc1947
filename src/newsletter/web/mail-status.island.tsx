import type { Audience } from '#platform/contract/audiences.ts'
import { type AnnouncedPost, cancelDeliveries, getPostDelivery, type MailReach } from '#newsletter/contract/deliveries.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { createLoadedValues } from './loaded-value.ts'
import { DeliveryWords } from './delivery-words.tsx'
import { people, useReach } from './mail-choice.tsx'

const deliveries = createLoadedValues((postId) => browserApi(getPostDelivery, { params: { postId } }))

const ended = (post: AnnouncedPost, posts: readonly AnnouncedPost[]) => posts.find(({ _id }) => _id === post._id) ?? null

interface MailStatusProps {
  readonly postId: string
  readonly audience: Audience
}

const Nobody = () => (
  <>
    <span>Nobody follows by mail yet. </span>
    <a href="/dashboard?tab=users#invitations" className="link link-target">
      Invite people
    </a>
  </>
)

interface MailsProps {
  readonly post: AnnouncedPost
  /** Who gets it; null while it is not known. */
  readonly reach: MailReach | null
  readonly isBusy: boolean
  readonly onStop: () => void
}

/** When the mails go out and to how many, or what became of them. */
const When = ({ post, reach }: Pick<MailsProps, 'post' | 'reach'>) => {
  const at = <LocalTime at={post.dueAt} />
  if (post.isQueued) {
    return (
      <>
        <span>Mails of </span>
        {at}
        <DeliveryWords post={post} />
      </>
    )
  }
  if (reach?.atOnce === 0) return <span>{`Goes out by mail to ${people(reach.inDigests)} on Sunday`}</span>
  return (
    <>
      <span>{`Goes out by mail ${reach ? `to ${people(reach.atOnce)} ` : ''}on `}</span>
      {at}
    </>
  )
}

const Mails = ({ post, reach, isBusy, onStop }: MailsProps) => {
  const { isQueued, title, waiting } = post
  if (!isQueued && reach && reach.atOnce + reach.inDigests === 0) return <Nobody />
  return (
    <>
      <When post={post} reach={reach} />
      {isQueued && waiting === 0 ? null : (
        <button
          type="button"
          aria-disabled={isBusy || undefined}
          aria-label={`Stop the mails about ${title}`}
          className="link link-target ml-3"
          onClick={onStop}
        >
          Stop
        </button>
      )}
    </>
  )
}

/** Mails about one post, for admins on its page: when they go out, and the button that stops them. */
export const MailStatus = (mailed: MailStatusProps) => {
  const { postId } = mailed
  const { run, isBusy, error } = useAction()
  const delivery = deliveries.use(postId)
  const reach = useReach(mailed)
  const post = delivery?.post ?? null
  const stop = (stopped: AnnouncedPost) =>
    run(async () => {
      const { posts } = await browserApi(cancelDeliveries, { params: { postId } })
      deliveries.set(postId, { post: ended(stopped, posts) })
    })
  return (
    <p role="status" className="text-small text-ink-soft">
      {error ?? (delivery !== null && post === null ? 'Not mailed' : null)}
      {post && <Mails post={post} reach={reach} isBusy={isBusy} onStop={() => void stop(post)} />}
    </p>
  )
}
