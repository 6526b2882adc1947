import { useState } from 'react'
import { type AnnouncedPost, type DeliveriesState, cancelDeliveries, retryDeliveries } from '#following/contract/deliveries.endpoints.ts'
import { mailPaceForm } from '#following/contract/following.forms.ts'
import type { Settings } from '#site/contract/settings.endpoints.ts'
import { timeZoneLabel } from '#platform/contract/time-zone.ts'
import { MAILS_PER_DAY_MAX, MAILS_PER_DAY_MIN, MAILS_PER_SECOND_MAX } from '#platform/contract/limits.ts'
import { DeliveryWords } from './delivery-words.tsx'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime, useSite } from '#site/web/index.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { ListRow } from '#ui/components/list-row.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { SettingsCard, SettingsForm } from '#ui/dashboard/settings-form.tsx'

const countOf = (count: number, one: string, many: string) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

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
    <summary className="link link-target">{`Why ${countOf(failed, 'mail was', 'mails were')} not sent`}</summary>
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

/** Delivery of mails to followers, with retry and stop. */
const DeliveryState = ({ initial }: { readonly initial: DeliveriesState }) => {
  const [deliveries, setDeliveries] = useState(initial)
  const { run, isBusy, error } = useAction()
  const { sent, waiting, failed, pause, posts } = deliveries
  const retry = () => run(async () => setDeliveries(await browserApi(retryDeliveries)))
  const stop = (postId: string) => run(async () => setDeliveries(await browserApi(cancelDeliveries, { params: { postId } })))
  return (
    <SettingsCard hint="Those of the last sixty days.">
      <div className="stack">
        <p role="status">
          {`${countOf(sent, 'mail', 'mails')} sent, ${waiting.toLocaleString('en')} waiting, ${failed.toLocaleString('en')} failed.`}
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

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))

const PaceForm = ({ settings }: { readonly settings: Settings }) => {
  const { timeZone } = useSite()
  const form = useDeclaredForm(mailPaceForm)
  const { errorOf, valueOf } = form
  return (
    <SettingsForm
      form={form}
      title="When mails go out"
      hint="Daily mails come every day at this time, weekly ones on Sundays. Only people who have something new to read get one."
    >
      <SelectField
        label="Time of daily and weekly mails"
        name="mailHour"
        options={HOURS}
        defaultValue={valueOf('mailHour') ?? String(settings.mailHour)}
        error={errorOf('mailHour')}
        hint={`On the clock of the blog: ${timeZoneLabel(timeZone)}.`}
      />
      <TextField
        label="Mails a second"
        name="mailsPerSecond"
        type="number"
        min={1}
        max={MAILS_PER_SECOND_MAX}
        defaultValue={valueOf('mailsPerSecond') ?? settings.mailsPerSecond}
        error={errorOf('mailsPerSecond')}
        hint="Two suit most providers; one that allows less refuses what comes faster."
      />
      <TextField
        label="Mails a day, of all kinds"
        name="mailsPerDay"
        type="number"
        min={MAILS_PER_DAY_MIN}
        max={MAILS_PER_DAY_MAX}
        defaultValue={valueOf('mailsPerDay') ?? settings.mailsPerDay}
        error={errorOf('mailsPerDay')}
        hint="What your provider takes: Gmail 500, Google Workspace 2,000, the free plan of Brevo 300. A fifth is kept for codes and new passwords; other mails go on when there is room."
      />
    </SettingsForm>
  )
}

interface Props {
  readonly deliveries: DeliveriesState
  readonly settings: Settings
}

/** Mails to followers: their delivery, and when they are sent (docs/product.md, 2). */
export const DeliverySettings = ({ deliveries, settings }: Props) => (
  <div className="stack gap-6">
    <DeliveryState initial={deliveries} />
    <PaceForm settings={settings} />
  </div>
)
