import type { Audience } from '#contract/audiences.ts'
import { isBlogPage } from '#contract/blog-pages.ts'
import { AUDIENCE_HINTS, AUDIENCE_OPTIONS, openingWords, readAudience } from '#web/features/audience-words.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { PostText } from './post-text.ts'
import type { PublishTarget } from './publish-post.ts'

interface AudienceProps {
  readonly target: PublishTarget
  readonly chosen: PostText['audience']
}

interface AudienceFieldProps extends AudienceProps {
  readonly onChange: (part: Pick<PostText, 'audience'>) => void
  readonly error: string | undefined
  /** Of the line that says who that is. */
  readonly lineId: string
}

/** Beside the button: who may read what is published. A page has this choice on the dashboard. */
export const AudienceField = ({ target, chosen, onChange, error, lineId }: AudienceFieldProps) => {
  if (isBlogPage(target.postId)) return null
  const isNew = target.postId === 'new'
  const change = (audience: Audience | undefined) => {
    // What is published already is no choice: another window may change it.
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

/** Who that is, and what it means where a published post is opened for more people. */
export const AudienceLine = ({ id, target, chosen, error }: AudienceLineProps) => {
  if (isBlogPage(target.postId)) return null
  const audience = chosen ?? target.audience
  const isPublished = target.postId !== 'new' && target.plannedFor === undefined
  // The choice itself says who everyone is; a phone has no room to say it twice.
  const who = audience === 'public' || audience === 'admins' ? '' : AUDIENCE_HINTS[audience]
  const opening = isPublished ? openingWords(target.audience, audience) : null
  return (
    <p id={id} role="status" className={classNames('text-small', error === undefined ? 'text-ink-soft' : 'font-medium text-danger')}>
      {error ?? opening ?? who}
    </p>
  )
}
