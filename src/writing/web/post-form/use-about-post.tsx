import { type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Audience } from '#platform/contract/audiences.ts'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import type { Published } from '#writing/web/drafts/draft.ts'
import type { Cover } from './cover-field.tsx'
import { OPTIONS, PostOptions } from './post-options.tsx'
import type { PostText } from './post-text.ts'
import { type Choices, isUnpublished, type PublishChoices, timeProblem } from './publish-choices.ts'
import { PublishLine } from './publish-line.tsx'
import type { PublishTarget } from './publish-post.ts'
import type { PublishingForm } from './use-publishing.ts'

/** A post whose followers are still to be mailed. */
export interface MailPost {
  readonly postId: string
  readonly audience: Audience
  /** Null while the writer has not said. */
  readonly chosen: Choices['mail']
}

/** Parts of a module above. */
export interface MailParts {
  /** Who gets it by mail, in words. */
  readonly renderReach: (post: MailPost) => ReactNode
  /** The choice whether it is mailed. */
  readonly renderMail: (post: MailPost & { readonly onChoose: (mail: 'yes' | 'no') => void }) => ReactNode
}

/** What the line says, and where it is changed. A page of the blog has neither. */
interface AboutProps extends MailParts {
  readonly target: PublishTarget
  readonly published: Published
  readonly text: PostText
  readonly cover: Cover
  readonly choices: PublishChoices
  readonly form: PublishingForm
}

export const useAboutPost = ({ target, text, published, cover, choices, form, renderMail, renderReach }: AboutProps) => {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const errorOf = (field: keyof PostText | 'publishAt') =>
    form.errorOf(field) ?? (field === 'publishAt' ? timeProblem(choices.time, target) : undefined)
  const hasError = OPTIONS.some((name) => errorOf(name) !== undefined) || cover.state.type === 'failed'
  const [hadError, setHadError] = useState(false)
  // What an error has opened stays open when it is mended.
  if (hasError !== hadError) {
    setHadError(hasError)
    if (hasError) setIsOpen(true)
  }
  if (isBlogPage(target.postId)) return { options: null, line: null }
  const post = { postId: target.postId, audience: text.audience ?? target.audience, chosen: choices.mail }
  const isMailed = isUnpublished(target)
  const parts = { target, text, choices, isOpen: isOpen || hasError }
  const toggle = () => {
    flushSync(() => setIsOpen(!parts.isOpen))
    if (!parts.isOpen) document.getElementById(`${id}-heading`)?.focus()
  }
  return {
    options: (
      <PostOptions
        {...parts}
        {...{ id, cover, errorOf }}
        choices={{
          ...choices,
          choose(part) {
            choices.choose(part)
            if (part.time !== undefined) form.clear('publishAt')
          },
        }}
        category={published.text.category}
        onChange={form.change}
        mail={isMailed ? renderMail({ ...post, onChoose: (mail) => choices.choose({ mail }) }) : null}
      />
    ),
    line: <PublishLine {...parts} sectionId={id} mail={isMailed ? renderReach(post) : null} onToggle={toggle} />,
  }
}
