import type { ReactNode } from 'react'
import { type Category, categoryOptions, POST_FORM_CATEGORIES } from '#site/contract/category-names.ts'
import { AUDIENCE_HINTS, AUDIENCE_OPTIONS, readAudience } from '#posts/web/index.ts'
import { useSite } from '#site/web/index.ts'
import { Card } from '#ui/components/card.tsx'
import { CheckField } from '#ui/forms/check-field.tsx'
import { currentTimeZone, timeZoneLabel } from '#platform/contract/time-zone.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { type Cover, CoverField } from './cover-field.tsx'
import type { PostText } from './post-text.ts'
import { isUnpublished, latestTime, type PublishChoices } from './publish-choices.ts'
import type { PublishTarget } from './publish-post.ts'

interface PostOptionsProps {
  readonly id: string
  readonly target: PublishTarget
  readonly text: PostText
  /** Category of the published post, which can always be chosen. */
  readonly category: Category
  readonly cover: Cover
  readonly choices: PublishChoices
  readonly errorOf: (field: keyof PostText | 'publishAt') => string | undefined
  readonly onChange: (part: Partial<PostText>) => void
  /** The choice whether it is mailed; null where there is none. */
  readonly mail: ReactNode
  readonly isOpen: boolean
}

/** Fields with errors of their own. */
export const OPTIONS = ['category', 'image', 'audience', 'publishAt'] as const

type FieldProps = Pick<PostOptionsProps, 'target' | 'text' | 'errorOf' | 'onChange'>

const CategoryField = ({ category, text, errorOf, onChange }: FieldProps & Pick<PostOptionsProps, 'category'>) => (
  <SelectField
    label="Category"
    name="category"
    options={categoryOptions(POST_FORM_CATEGORIES, useSite().categories, [category, text.category])}
    value={text.category}
    error={errorOf('category')}
    onChange={({ target }) => onChange({ category: target.value })}
  />
)

const AudienceField = ({ target: { postId, audience: published }, text, errorOf, onChange }: FieldProps) => {
  const audience = text.audience ?? published
  // These labels explain themselves.
  const hint = audience === 'public' || audience === 'admins' ? undefined : AUDIENCE_HINTS[audience]
  return (
    <SelectField
      label="Who can read it"
      name="audience"
      options={AUDIENCE_OPTIONS}
      value={audience}
      error={errorOf('audience')}
      hint={hint}
      onChange={({ target }) => {
        const chosen = readAudience(target.value)
        // The published audience is not stored as a choice: another window may change it.
        onChange({ audience: chosen === undefined || (postId !== 'new' && chosen === published) ? null : chosen })
      }}
    />
  )
}

/** Names the zone of the blog where it is not the writer's. In the browser only. */
const clockWords = (timeZone: string) =>
  currentTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone) === currentTimeZone(timeZone)
    ? 'In your local time.'
    : `On the clock of the blog, ${timeZoneLabel(timeZone)}.`

const WAITS = 'In the future: the post waits until then. In the past: it gets that date. Empty means now.'
const IS_PUBLISHED = 'In the past: the post gets that date. It is published, so it cannot wait for a later time.'

const TimeField = ({ errorOf, choices, target }: Pick<PostOptionsProps, 'errorOf' | 'choices' | 'target'>) => (
  <TextField
    key={choices.resets}
    label="Publish at"
    name="publishAt"
    type="datetime-local"
    hint={`${clockWords(target.timeZone)} ${isUnpublished(target) ? WAITS : IS_PUBLISHED}`}
    max={latestTime(target)}
    defaultValue={choices.time}
    error={errorOf('publishAt')}
    onChange={({ target }) => choices.choose({ time: target.value })}
  />
)

const CommentsField = ({ comments, choose }: PublishChoices) => (
  <CheckField
    label="Readers can comment on this post"
    {...(useSite().commentsOpen ? {} : { hint: 'Comments are closed on the whole blog at present: see Settings, Comments.' })}
    checked={comments === 'open'}
    onChange={({ target }) => choose({ comments: target.checked ? 'open' : 'closed' })}
  />
)

/** Everything about a post but title and text. Opens by 'Change', and by an error in it. */
export const PostOptions = ({ id, isOpen, category, cover, choices, mail, ...field }: PostOptionsProps) => {
  const { text, errorOf, onChange } = field
  return (
    <Card as="section" id={id} aria-labelledby={`${id}-heading`} hidden={!isOpen} className="stack gap-6">
      <h2 id={`${id}-heading`} tabIndex={-1} className="scroll-mt-24 text-h3 outline-none">
        About this post
      </h2>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <AudienceField {...field} />
        <CategoryField {...field} category={category} />
      </div>
      <CoverField {...{ text, cover, onChange }} error={errorOf('image')} />
      <TimeField {...{ errorOf, choices }} target={field.target} />
      <div>
        <CommentsField {...choices} />
        {mail}
      </div>
    </Card>
  )
}
