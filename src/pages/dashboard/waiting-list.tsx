import CalendarClock from 'lucide-react/icons/calendar-clock'
import { plural } from '#platform/contract/plural.ts'
import FilePenLine from 'lucide-react/icons/file-pen-line'
import MailWarning from 'lucide-react/icons/mail-warning'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Users from 'lucide-react/icons/users'
import type { ComponentType } from 'react'
import { getDeliveries } from '#newsletter/contract/deliveries.endpoints.ts'
import { attentionText, newCommentsText, requestsText } from '#accounts/web/index.ts'
import { LocalTime } from '#site/web/index.ts'
import { draftHref, draftTitle, kindOfDraft, type WaitingTexts } from '#writing/web/index.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import type { Api } from '#ui/api/client.ts'
import { LinkRow } from '#ui/components/link-row.tsx'
import { settingsPath } from '#ui/dashboard/settings-section.ts'
import { useWaitingCounts } from './waiting-counts.ts'

/** Older failures are no news; the settings list them. */
const FAILURES_NEW_MS = 7 * DAY_MS

/** Number of mails to followers that failed within the last week. */
export const loadFailedMails = async (call: Api): Promise<number> => {
  const { failures } = await call(getDeliveries)
  return failures.filter(({ failedAt }) => Date.now() - Date.parse(failedAt) < FAILURES_NEW_MS).length
}

const failuresText = (count: number) => plural(count, '1 mail did not arrive', 'mails did not arrive')

interface IconProps {
  readonly of: ComponentType<{ readonly 'aria-hidden': 'true'; readonly size: number; readonly className: string }>
  readonly isUrgent?: boolean
}

const Icon = ({ of: Sign, isUrgent = false }: IconProps) => (
  <Sign aria-hidden="true" size={20} className={isUrgent ? 'shrink-0 text-heart' : 'shrink-0 text-ink-soft'} />
)

/** People who wait for the admins. */
const People = ({ failures }: { readonly failures: number }) => {
  const { comments, newComments, requests } = useWaitingCounts()
  return (
    <>
      {requests === 0 ? null : (
        <LinkRow href="/dashboard?tab=users#requests" icon={<Icon of={Users} isUrgent />}>
          {requestsText(requests)}
        </LinkRow>
      )}
      {comments === 0 ? null : (
        <LinkRow href="/dashboard?tab=comments" icon={<Icon of={MessageSquareText} isUrgent />}>
          {attentionText(comments)}
        </LinkRow>
      )}
      {newComments === 0 ? null : (
        <LinkRow href="/dashboard?tab=comments" icon={<Icon of={MessageSquareText} />}>
          {newCommentsText(newComments)}
        </LinkRow>
      )}
      {failures === 0 ? null : (
        <LinkRow href={settingsPath('mail')} icon={<Icon of={MailWarning} isUrgent />} note="Why, and try again">
          {failuresText(failures)}
        </LinkRow>
      )}
    </>
  )
}

/** The admin's own drafts, and the plans of all. */
const Texts = ({ texts: { drafts, totalDrafts, plans, totalPlans } }: { readonly texts: WaitingTexts }) => (
  <>
    {drafts.map((draft) => (
      <LinkRow
        key={draft.id}
        href={draftHref(draft)}
        icon={<Icon of={FilePenLine} />}
        note={
          <span>
            Draft of {kindOfDraft(draft)}, <LocalTime at={draft.savedAt} />
          </span>
        }
      >
        {draftTitle(draft)}
      </LinkRow>
    ))}
    {totalDrafts > drafts.length ? (
      <LinkRow href="/dashboard?tab=posts#drafts" icon={<Icon of={FilePenLine} />}>
        All {totalDrafts} drafts
      </LinkRow>
    ) : null}
    {plans.map((post) => (
      <LinkRow
        key={post._id}
        href={`/update-post/${post._id}`}
        icon={<Icon of={CalendarClock} />}
        note={
          <span>
            Planned for <LocalTime at={post.createdAt} />
          </span>
        }
      >
        {post.title}
      </LinkRow>
    ))}
    {totalPlans > plans.length ? (
      <LinkRow href="/dashboard?tab=posts&status=planned" icon={<Icon of={CalendarClock} />}>
        All {totalPlans} plans
      </LinkRow>
    ) : null}
  </>
)

interface WaitingListProps {
  readonly texts: WaitingTexts
  readonly failures: number
}

/** What waits for the admin, each one tap away; nothing if nothing does. */
export const WaitingList = ({ texts, failures }: WaitingListProps) => {
  const { comments, newComments, requests } = useWaitingCounts()
  if (comments + newComments + requests + failures + texts.drafts.length + texts.plans.length === 0) return null
  return (
    <section aria-labelledby="waiting-title">
      <h2 id="waiting-title" className="mb-3 text-h3">
        Waiting for you
      </h2>
      <ul className="card divide-y divide-line overflow-hidden">
        <People failures={failures} />
        <Texts texts={texts} />
      </ul>
    </section>
  )
}
