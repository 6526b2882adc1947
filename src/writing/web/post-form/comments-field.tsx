import { useState } from 'react'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import { useSite } from '#site/web/index.ts'
import { CheckField } from '#ui/forms/check-field.tsx'
import { readStoredChoice, storeChoice } from './stored-choices.ts'

const NAME = 'commentsOpen'

/** @returns undefined to leave the setting unchanged, and for a page, which has no such field */
export const readCommentsOpen = (form: HTMLFormElement | null, before: boolean): boolean | undefined => {
  const field = form?.elements.namedItem(NAME)
  return field instanceof HTMLInputElement && field.checked !== before ? field.checked : undefined
}

interface CommentsFieldProps {
  /** 'new' for a post that does not exist yet. */
  readonly postId: string
  /** Setting of the published post. */
  readonly isOpen: boolean
}

const OpenField = ({ postId, isOpen }: CommentsFieldProps) => {
  const { commentsOpen } = useSite()
  const [initial] = useState(() => {
    const chosen = readStoredChoice('comments', postId)
    return chosen === null ? isOpen : chosen === 'open'
  })
  return (
    <CheckField
      label="Readers can comment on this post"
      {...(commentsOpen ? {} : { hint: 'Comments are closed on the whole blog at present; the settings say so.' })}
      name={NAME}
      defaultChecked={initial}
      onChange={({ target }) => storeChoice('comments', postId, target.checked ? 'open' : 'closed')}
    />
  )
}

/** A page of the blog has no comments. */
export const CommentsField = (props: CommentsFieldProps) => (isBlogPage(props.postId) ? null : <OpenField {...props} />)
