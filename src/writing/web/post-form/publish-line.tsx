import type { ReactNode } from 'react'
import { AUDIENCE_LABELS, audienceWarning } from '#posts/web/index.ts'
import { useSite } from '#site/web/index.ts'
import type { PostText } from './post-text.ts'
import { type Choices, isUnpublished, timeWords } from './publish-choices.ts'
import type { PublishTarget } from './publish-post.ts'

interface PublishLineProps {
  readonly target: PublishTarget
  readonly text: Pick<PostText, 'audience'>
  readonly choices: Choices
  /** Who gets it by mail, in words; null where mails are not its business. */
  readonly mail: ReactNode
  readonly isOpen: boolean
  /** Id of what the button opens. */
  readonly sectionId: string
  readonly onToggle: () => void
}

/** What happens when the post is published: 'Family · goes to 42 people · comments open'. */
export const PublishLine = ({ target, text, choices, mail, isOpen, sectionId, onToggle }: PublishLineProps) => {
  const { commentsOpen } = useSite()
  const audience = text.audience ?? target.audience
  const time = timeWords(choices.time, target)
  const comments = commentsOpen && choices.comments === 'open' ? 'comments open' : 'comments closed'
  const opening = isUnpublished(target) ? null : audienceWarning(target.audience, audience)
  return (
    <div className="row gap-x-3">
      <p role="status" data-publish-line className="min-w-0 text-small">
        <span className="font-medium">{AUDIENCE_LABELS[audience]}</span>
        <span>{time === '' ? '' : ` · ${time}`}</span>
        {mail}
        <span>{` · ${comments}`}</span>
        {opening === null ? null : <span className="block font-medium">{opening}</span>}
      </p>
      <button type="button" className="link link-target" aria-expanded={isOpen} aria-controls={sectionId} onClick={onToggle}>
        Change
      </button>
    </div>
  )
}
