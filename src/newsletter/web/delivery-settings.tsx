import { useState } from 'react'
import { type AnnouncedPost, type DeliveriesState, cancelDeliveries, retryDeliveries } from '#newsletter/contract/deliveries.endpoints.ts'
import { plural } from '#platform/contract/plural.ts'
import { DeliveryWords } from './delivery-words.tsx'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime } from '#site/web/index.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { ListRow } from '#ui/components/list-row.tsx'
import { SettingsCard } from '#ui/dashboard/settings-form.tsx'

interface PostProps {
  readonly post: AnnouncedPost
  readonly isBusy: boolean
  readonly stop: () => void
}

const Post = ({ post, isBusy, stop }: PostProps) => {
  const isAhead = !post.isQueued
  return (
    <ListRow className="last:pb-0">
      <div className="min-w-0">
        <a href={`/post/${post.slug}`} className="link link-target font-semibold wrap-anywhere">
          {post.title}
        </a>
        <p className="text-small text-ink-soft">
          <span>{isAhead ? 'goes out on ' : 'from '}</span>
          <LocalTime at={post.dueAt} />
          {isAhead ? null : <DeliveryWords post={post} />}
        </p>
      </div>
      {isAhead || post.waiting > 0 ? (
        <button
          type="button"
          aria-disabled={isBusy || undefined}
          aria-label={`Do not mail it: ${post.title}`}
          className="text-button"
          onClick={stop}
        >
          Do not mail it
        </button>
      ) : null}
    </ListRow>
  )
}

const Failures = ({ deliveries: { failures, failed } }: { readonly deliveries: DeliveriesState }) => (
  <details>
    <summary className="link link-target">{`Why ${plural(failed, '1 mail was', 'mails were')} not sent`}</summary>
    <ul className="grid gap-2 pt-2">
      {failures.map(({ _id, email, problem, failedAt }) => (
        <li key={_id} className="text-small wrap-anywhere">
          <span className="font-semibold">{email}</span>, <LocalTime at={failedAt} />
          <span>{`: ${problem}`}</span>
        </li>
      ))}
    </ul>
  </details>
)

/** Mails to followers: what goes out, to how many, with retry and stop. */
export const DeliverySettings = ({ deliveries: initial }: { readonly deliveries: DeliveriesState }) => {
  const [deliveries, setDeliveries] = useState(initial)
  const { run, isBusy, error } = useAction()
  const { sent, waiting, failed, pause, posts } = deliveries
  const retry = () => run(async () => setDeliveries(await browserApi(retryDeliveries)))
  const stop = (postId: string) => run(async () => setDeliveries(await browserApi(cancelDeliveries, { params: { postId } })))
  return (
    <SettingsCard>
      <div className="stack">
        <p role="status">
          {`Mails about posts, last sixty days: ${plural(sent, '1 mail', 'mails')} sent, ${waiting.toLocaleString('en')} waiting, ${failed.toLocaleString('en')} failed.`}
        </p>
        {pause === null ? null : (
          <Alert>
            <span>{`${pause.problem} The mails wait; the blog tries again at `}</span>
            <LocalTime at={pause.until} />.
          </Alert>
        )}
        {failed === 0 ? null : (
          <>
            <Failures deliveries={deliveries} />
            <Button className="justify-self-start" busy={isBusy} busyLabel="One moment…" onClick={() => void retry()}>
              Try those again
            </Button>
          </>
        )}
        {posts.length === 0 ? (
          <p className="text-ink-soft">No post has been mailed yet. A new one goes out ten minutes after it is published.</p>
        ) : (
          <ul aria-label="Posts that are mailed">
            {posts.map((post) => (
              <Post key={post._id} post={post} isBusy={isBusy} stop={() => void stop(post._id)} />
            ))}
          </ul>
        )}
        {error === null ? null : <Alert>{error}</Alert>}
      </div>
    </SettingsCard>
  )
}
