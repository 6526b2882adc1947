import type { Audience } from '#platform/contract/audiences.ts'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import { AUDIENCE_HINTS, AUDIENCE_OPTIONS, audienceWarning, readAudience } from '#posts/web/index.ts'
import { classNames } from '#ui/components/class-names.ts'
import type { PostText } from './post-text.ts'
import type { PublishTarget } from './publish-post.ts'

interface AudienceProps {
  readonly target: PublishTarget
  readonly chosen: PostText['audience']
}

interface AudienceFieldProps extends AudienceProps {
  readonly onChange: (part: Pick<PostText, 'audience'>) => void
  readonly error: string | undefined
  /** Id of the line that explains the audience. */
  readonly lineId: string
}

/** Chooses who may read the text. For a page, this choice is on the dashboard. */
export const AudienceField = ({ target, chosen, onChange, error, lineId }: AudienceFieldProps) => {
  if (isBlogPage(target.postId)) return null
  const isNew = target.postId === 'new'
  const change = (audience: Audience | undefined) => {
    // The published audience is not stored as a choice: another window may change it.
    onChange({ audience: audience === undefined || (!isNew && audience === target.audience) ? null : audience })
  }
  return (
    <select
      name="audience"
      aria-label="Who can read it"
      aria-describedby={lineId}
      aria-invalid={error === undefined ? undefined : true}
      className="control select w-auto min-w-0 shrink"
      value={chosen ?? target.audience}
      onChange={(event) => change(readAudience(event.target.value))}
    >
      {AUDIENCE_OPTIONS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

interface AudienceLineProps extends AudienceProps {
  readonly id: string
  readonly error: string | undefined
}

/** Explains the audience, and warns if a published post is opened for more people. */
export const AudienceLine = ({ id, target, chosen, error }: AudienceLineProps) => {
  if (isBlogPage(target.postId)) return null
  const audience = chosen ?? target.audience
  const isPublished = target.postId !== 'new' && target.plannedFor === undefined
  // These labels explain themselves, and a phone has no room to repeat them.
  const who = audience === 'public' || audience === 'admins' ? '' : AUDIENCE_HINTS[audience]
  const opening = isPublished ? audienceWarning(target.audience, audience) : null
  return (
    <p id={id} role="status" className={classNames('text-small', error === undefined ? 'text-ink-soft' : 'font-medium text-danger')}>
      {error ?? opening ?? who}
    </p>
  )
}
