import { useState } from 'react'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { readStoredChoice, storeChoice } from './stored-choices.ts'
import { toLocalTime } from './planned-time.ts'

interface PublishAtFieldProps {
  /** 'new' for a post that does not exist yet. */
  readonly postId: string
  /** ISO; undefined for a post that is not planned. */
  readonly plannedFor: string | undefined
  readonly error: string | undefined
}

/** Plans a post for later, or dates it back. Rendered in the browser only, because the time is in its zone. */
const TimeField = ({ postId, plannedFor, error }: PublishAtFieldProps) => {
  const [initial] = useState(() => readStoredChoice('publish-at', postId) ?? (plannedFor === undefined ? '' : toLocalTime(plannedFor)))
  return (
    <details open={initial !== '' || error !== undefined}>
      <summary className="link link-target">Another time</summary>
      <TextField
        label="Publish at"
        name="publishAt"
        type="datetime-local"
        hint="In your own time. In the future, the post waits until then; in the past, it is dated back. Empty means now."
        defaultValue={initial}
        error={error}
        onChange={({ target }) => storeChoice('publish-at', postId, target.value)}
      />
    </details>
  )
}

/** A page of the blog has no time. */
export const PublishAtField = (props: PublishAtFieldProps) => (isBlogPage(props.postId) ? null : <TimeField {...props} />)
