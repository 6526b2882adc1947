import { useState } from 'react'
import type { Audience } from '#platform/contract/audiences.ts'
import type { MailWish } from '#writing/contract/edit-posts.endpoints.ts'
import { parseTimeIn, timeZoneLabel, toFieldTime } from '#platform/contract/time-zone.ts'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { useSite } from '#site/web/index.ts'
import { CheckField } from '#ui/forms/check-field.tsx'
import { FieldError } from './post-text.ts'
import type { PublishOptions, PublishTarget } from './publish-post.ts'

type TimedTarget = Pick<PublishTarget, 'postId' | 'plannedFor' | 'timeZone'>

const fieldTimeOf = (iso: string, timeZone: string) => toFieldTime(Date.parse(iso), timeZone)

/** Reads the time of publication from its field, which a page does not have. */
export const readPublishAt = (
  field: FormDataEntryValue | null,
  { postId, plannedFor, timeZone }: TimedTarget,
): PublishOptions['publishAt'] => {
  if (typeof field === 'string' && field !== '') {
    // A time that was not changed stays as it is, to the second.
    return plannedFor !== undefined && field === fieldTimeOf(plannedFor, timeZone) ? 'unchanged' : new Date(parseTimeIn(field, timeZone))
  }
  return postId === 'new' || (plannedFor !== undefined && field === '') ? 'now' : 'unchanged'
}

/** Options beside the text of a post, published with it. */
type PublishOption = 'publish-at' | 'comments' | 'mail'

const keyOf = (option: PublishOption, postId: string) => `${option}:${postId}`

/** Stored, because a phone may discard the tab: without this, a planned post would be published at once. */
export const readStoredOption = (option: PublishOption, postId: string): string | null => {
  try {
    return sessionStorage.getItem(keyOf(option, postId))
  } catch {
    return null
  }
}

/** @param value null removes it */
export const storeOption = (option: PublishOption, postId: string, value: string | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(keyOf(option, postId))
    else sessionStorage.setItem(keyOf(option, postId), value)
  } catch {
    // Without storage, no option is remembered.
  }
}

/** Value of the time field at first. */
const firstTime = ({ postId, plannedFor, timeZone }: TimedTarget): string =>
  readStoredOption('publish-at', postId) ?? (plannedFor === undefined ? '' : fieldTimeOf(plannedFor, timeZone))

const isAhead = (field: string, timeZone: string): boolean => parseTimeIn(field, timeZone) > Date.now()

/** Whether the chosen time is in the future. In the browser only. */
export const isPlannedAhead = (target: PublishTarget): boolean => isAhead(firstTime(target), target.timeZone)

interface PublishAtFieldProps {
  readonly target: TimedTarget
  readonly error: string | undefined
  /** Called with whether the time is in the future. */
  readonly onTime: (isAhead: boolean) => void
}

/** Names the zone of the blog where it is not the writer's. In the browser only. */
const clockWords = (timeZone: string) =>
  Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone
    ? 'In your local time.'
    : `On the clock of the blog, ${timeZoneLabel(timeZone)}.`

/** Plans a post for later, or dates it back. Rendered in the browser only, because what it says depends on its zone. */
const TimeField = ({ target, error, onTime }: PublishAtFieldProps) => {
  const { postId, timeZone } = target
  const [initial] = useState(() => firstTime(target))
  return (
    <details open={initial !== '' || error !== undefined}>
      <summary className="link link-target">Publish later</summary>
      <TextField
        label="Publish at"
        name="publishAt"
        type="datetime-local"
        hint={`${clockWords(timeZone)} In the future: the post waits until then. In the past: it gets that date. Empty means now.`}
        defaultValue={initial}
        error={error}
        onChange={({ target: { value } }) => {
          storeOption('publish-at', postId, value)
          onTime(isAhead(value, timeZone))
        }}
      />
    </details>
  )
}

/** A page of the blog has no time. */
const PublishAtField = (props: PublishAtFieldProps) => (isBlogPage(props.target.postId) ? null : <TimeField {...props} />)

const NAME = 'commentsOpen'

/** A checkbox of a module above, with this name once the writer has chosen. */
export const NOT_BY_MAIL_FIELD = 'notByMail'

const readMail = (form: HTMLFormElement): MailWish => {
  const field = form.elements.namedItem(NOT_BY_MAIL_FIELD)
  if (!(field instanceof HTMLInputElement)) return 'unspecified'
  return field.checked ? 'no' : 'yes'
}

/** A page has no such field. */
const readCommentsOpen = (form: HTMLFormElement, { postId, commentsOpen }: PublishTarget): boolean | 'unchanged' => {
  const field = form.elements.namedItem(NAME)
  if (!(field instanceof HTMLInputElement)) return 'unchanged'
  return postId === 'new' || field.checked !== commentsOpen ? field.checked : 'unchanged'
}

const HALF_A_TIME = 'Please choose a date and a time, or empty the field to publish now.'

/** A browser hands over nothing for a date without a time: it would be published now. @throws FieldError */
export const checkTime = (form: HTMLFormElement): void => {
  const field = form.elements.namedItem('publishAt')
  if (field instanceof HTMLInputElement && field.validity.badInput) throw new FieldError('publishAt', HALF_A_TIME)
}

/** @param chosen audience; null if it is not chosen */
export const readOptions = (form: HTMLFormElement, target: PublishTarget, chosen: Audience | null): PublishOptions => ({
  publishAt: readPublishAt(new FormData(form).get('publishAt'), target),
  commentsOpen: readCommentsOpen(form, target),
  // A new post gets the audience that the form shows, even if the settings have changed since.
  audience: chosen ?? (target.postId === 'new' ? target.audience : 'unchanged'),
  mail: readMail(form),
})

/**
 * After an attempt without a response the server may have what that one said, so 'unchanged' would not leave a post as it was
 * when the form was opened.
 */
export const restate = (options: PublishOptions, before: PublishOptions, target: PublishTarget): PublishOptions => {
  const { postId, date, commentsOpen, audience } = target
  const opened = { publishAt: date === undefined ? ('now' as const) : new Date(date), commentsOpen, audience }
  // Only a new post loses the writer's choice, with its text: its usual way is by mail.
  const openedMail = postId === 'new' ? 'yes' : before.mail
  const orOpened = <Key extends keyof typeof opened>(key: Key) =>
    options[key] === 'unchanged' && before[key] !== 'unchanged' ? opened[key] : options[key]
  const mail = options.mail === 'unspecified' && before.mail !== 'unspecified' ? openedMail : options.mail
  return { publishAt: orOpened('publishAt'), commentsOpen: orOpened('commentsOpen'), audience: orOpened('audience'), mail }
}

/** Call when the text was published or discarded. */
export const clearStoredOptions = (postId: string): void => {
  for (const option of ['publish-at', 'comments', 'mail'] as const) storeOption(option, postId, null)
}

/** The options of a discarded new text do not apply to the next one. `discards` is a key for their fields. */
export const useDiscard = (discardText: () => void, postId: string, onTime: (isAhead: boolean) => void) => {
  const [discards, setDiscards] = useState(0)
  const discard = () => {
    discardText()
    if (postId !== 'new') return
    clearStoredOptions(postId)
    setDiscards(discards + 1)
    onTime(false)
  }
  return { discards, discard }
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
    const chosen = readStoredOption('comments', postId)
    return chosen === null ? isOpen : chosen === 'open'
  })
  return (
    <CheckField
      label="Readers can comment on this post"
      {...(commentsOpen ? {} : { hint: 'Comments are closed on the whole blog at present: see Settings, Comments.' })}
      name={NAME}
      defaultChecked={initial}
      onChange={({ target }) => storeOption('comments', postId, target.checked ? 'open' : 'closed')}
    />
  )
}

/** A page of the blog has no comments. */
const CommentsField = (props: CommentsFieldProps) => (isBlogPage(props.postId) ? null : <OpenField {...props} />)

interface OptionFieldsProps {
  readonly target: PublishTarget
  readonly timeError: string | undefined
  /** Called with whether the time is in the future. */
  readonly onTime: (isAhead: boolean) => void
}

/** Time of publication and whether readers can comment. */
export const OptionFields = ({ target, timeError, onTime }: OptionFieldsProps) => (
  <>
    <PublishAtField target={target} error={timeError} onTime={onTime} />
    <CommentsField postId={target.postId} isOpen={target.commentsOpen} />
  </>
)
