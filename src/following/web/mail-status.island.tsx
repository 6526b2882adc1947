import { type AnnouncedPost, cancelDeliveries, getPostDelivery } from '#following/contract/deliveries.endpoints.ts'
import { LocalTime } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { createLoadedValues } from './loaded-value.ts'
import { DeliveryWords } from './delivery-words.tsx'

const deliveries = createLoadedValues((postId) => browserApi(getPostDelivery, { params: { postId } }))

const mayStop = ({ isQueued, waiting }: AnnouncedPost) => !isQueued || waiting > 0

const ended = (post: AnnouncedPost, posts: readonly AnnouncedPost[]) => posts.find(({ _id }) => _id === post._id) ?? null

/** Mails about one post, for admins on its page: when they go out, and the button that stops them (docs/product.md, 19). */
export const MailStatus = ({ postId }: { readonly postId: string }) => {
  const { run, isBusy, error } = useAction()
  const delivery = deliveries.use(postId)
  const post = delivery?.post ?? null
  const stop = (stopped: AnnouncedPost) =>
    run(async () => {
      const { posts } = await browserApi(cancelDeliveries, { params: { postId } })
      deliveries.set(postId, { post: ended(stopped, posts) })
    })
  return (
    <p role="status" className="text-small text-ink-soft">
      {error ?? (delivery !== null && post === null ? 'Not mailed' : null)}
      {post === null ? null : (
        <>
          <span>{post.isQueued ? 'Mails of ' : 'Goes out by mail on '}</span>
          <LocalTime at={post.dueAt} />
          {post.isQueued ? <DeliveryWords post={post} /> : null}
          {mayStop(post) ? (
            <button
              type="button"
              aria-disabled={isBusy || undefined}
              aria-label={`Stop the mails about ${post.title}`}
              className="link link-target ml-3"
              onClick={() => void stop(post)}
            >
              Stop
            </button>
          ) : null}
        </>
      )}
    </p>
  )
}
