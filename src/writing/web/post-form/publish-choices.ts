import { useEffect, useRef, useState } from 'react'
import type { Audience } from '#platform/contract/audiences.ts'
import { dateFormat } from '#platform/contract/format-date.ts'
import { parseTimeIn, toFieldTime } from '#platform/contract/time-zone.ts'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import { ALREADY_PUBLISHED } from '#writing/contract/post-statuses.ts'
import { tabStorage } from '#ui/store/browser-storage.ts'
import { FieldError } from './post-text.ts'
import type { PublishOptions, PublishTarget } from './publish-post.ts'

type TimedTarget = Pick<PublishTarget, 'postId' | 'plannedFor' | 'timeZone'>

const fieldTimeOf = (iso: string, timeZone: string) => toFieldTime(Date.parse(iso), timeZone)

/** Reads the time of publication from the value of its field, which is empty for a page. */
export const readPublishAt = (time: string, { postId, plannedFor, timeZone }: TimedTarget): PublishOptions['publishAt'] => {
  if (time === '') return postId === 'new' || plannedFor !== undefined ? 'now' : 'unchanged'
  // A time that was not changed stays as it is, to the second.
  return plannedFor !== undefined && time === fieldTimeOf(plannedFor, timeZone) ? 'unchanged' : new Date(parseTimeIn(time, timeZone))
}

/** What a writer chooses beside the text, as the fields have it. */
export interface Choices {
  /** Value of a datetime-local field; empty for now. */
  readonly time: string
  readonly comments: 'open' | 'closed'
  /** Whether followers get it by mail; null while the writer has not said. */
  readonly mail: 'yes' | 'no' | null
}

const CHOICES = ['time', 'comments', 'mail'] as const

/** Where the choices of a form are: what was chosen beside a new text is not chosen for the post, if that was published elsewhere. */
const placeOf = (postId: string, id: string) => (postId === 'new' ? `new/${id}` : postId)

const keyOf = (choice: keyof Choices, place: string) => `publish-${choice}:${place}`

/** Stored, because a phone may discard the tab: without this, a planned post would be published at once. */
const readStored = (choice: keyof Choices, place: string) => tabStorage.read(keyOf(choice, place))

/** @param value null removes it */
const store = (choice: keyof Choices, place: string, value: string | null) => tabStorage.write(keyOf(choice, place), value)

const oneOf = <const Value extends string>(value: string | null, ...values: readonly Value[]): Value | undefined =>
  values.find((each) => each === value)

const readChoices = ({ plannedFor, timeZone, commentsOpen }: PublishTarget, place: string): Choices => ({
  time: readStored('time', place) ?? (plannedFor === undefined ? '' : fieldTimeOf(plannedFor, timeZone)),
  comments: oneOf(readStored('comments', place), 'open', 'closed') ?? (commentsOpen ? 'open' : 'closed'),
  mail: oneOf(readStored('mail', place), 'yes', 'no') ?? null,
})

const clearPlace = (place: string): void => {
  for (const choice of CHOICES) store(choice, place, null)
}

/** Call when the text was published. @param id of the post, or of the new text, which are the same */
export const clearStoredChoices = (id: string): void => {
  for (const postId of ['new', id]) clearPlace(placeOf(postId, id))
}

/** A text that goes on after it was discarded has another id, and one that was published is a post. */
const moveStored = (from: string, to: string): void => {
  for (const choice of CHOICES) store(choice, to, readStored(choice, from))
  clearPlace(from)
}

const isAhead = (time: string, timeZone: string): boolean => parseTimeIn(time, timeZone) > Date.now()

/** Whether the post is not published yet: then its followers are still to be mailed. */
export const isUnpublished = ({ postId, plannedFor }: TimedTarget): boolean => postId === 'new' || plannedFor !== undefined

/** Whether a planned post would be published by this value of the field. */
const endsPlan = (time: string, target: TimedTarget): boolean =>
  target.plannedFor !== undefined && readPublishAt(time, target) !== 'unchanged' && !isAhead(time, target.timeZone)

/** @param time null until it is known */
export const publishLabel = (time: string | null, target: TimedTarget): string => {
  if (isBlogPage(target.postId)) return 'Publish page'
  if (target.postId === 'new') return time !== null && isAhead(time, target.timeZone) ? 'Plan post' : 'Publish'
  return time !== null && endsPlan(time, target) ? 'Publish now' : 'Update post'
}

const HALF_A_TIME = 'Please choose a date and a time, or empty the field.'

/** Why the post cannot have this time: a field takes a year of five digits, too. */
export const timeProblem = (time: string, target: TimedTarget): string | undefined => {
  if (time !== '' && Number.isNaN(parseTimeIn(time, target.timeZone))) return HALF_A_TIME
  return !isUnpublished(target) && isAhead(time, target.timeZone) ? ALREADY_PUBLISHED : undefined
}

/** Latest value of the field. */
export const latestTime = (target: TimedTarget): string | undefined =>
  isUnpublished(target) ? undefined : fieldTimeOf(new Date().toISOString(), target.timeZone)

const MINUTE = { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const

/** 'on 1 July 2090 at 08:30', by the clock of the blog. Empty where there is nothing to say. */
export const timeWords = (time: string, target: TimedTarget): string => {
  const { timeZone } = target
  const now = endsPlan(time, target) ? ['published now'] : []
  const at = parseTimeIn(time, timeZone)
  if (Number.isNaN(at) || timeProblem(time, target) !== undefined) return now.join('')
  return [...now, `${isAhead(time, timeZone) ? 'on' : 'dated'} ${dateFormat({ timeZone }, MINUTE).format(at)}`].join(', ')
}

const toOptions = ({ time, comments, mail }: Choices, target: PublishTarget): Omit<PublishOptions, 'audience'> => {
  if (isBlogPage(target.postId)) return { publishAt: 'unchanged', commentsOpen: 'unchanged', mail: 'unspecified' }
  const isOpen = comments === 'open'
  return {
    publishAt: readPublishAt(time, target),
    commentsOpen: target.postId === 'new' || isOpen !== target.commentsOpen ? isOpen : 'unchanged',
    // Untouched, it says nothing: another admin may have chosen since the form was opened.
    mail: isUnpublished(target) ? (mail ?? 'unspecified') : 'unspecified',
  }
}

export interface PublishChoices extends Choices {
  readonly choose: (part: Partial<Choices>) => void
  /** Those of a discarded new text do not apply to the next one. */
  readonly reset: () => void
  /** Restores those of the text that was discarded last. */
  readonly takeBack: () => void
  /** Counts what `reset` and `takeBack` have changed: a key for fields that keep their own value. */
  readonly resets: number
  /** @param chosen audience; null if it is not chosen */
  readonly read: (target: PublishTarget, chosen: Audience | null) => PublishOptions
}

/** In the browser only, where choices are stored. @param id of the post or of the new text */
export const usePublishChoices = (target: PublishTarget, id: string): PublishChoices => {
  const place = placeOf(target.postId, id)
  const [choices, setChoices] = useState(() => readChoices(target, place))
  const [resets, setResets] = useState(0)
  // An attempt that waits for the connection sends what is chosen by then.
  const latest = useRef(choices)
  const discarded = useRef<Choices | null>(null)
  const storedAt = useRef(place)
  useEffect(() => {
    if (storedAt.current !== place) moveStored(storedAt.current, place)
    storedAt.current = place
  }, [place])
  const show = (now: Choices) => {
    latest.current = now
    setChoices(now)
  }
  const choose = (part: Partial<Choices>) => {
    for (const choice of Object.keys(part) as (keyof Choices)[]) store(choice, place, part[choice] ?? null)
    show({ ...latest.current, ...part })
  }
  return {
    ...choices,
    choose,
    reset() {
      const isNew = target.postId === 'new'
      discarded.current = isNew ? latest.current : null
      if (!isNew) return
      clearPlace(place)
      show(readChoices(target, place))
      setResets(resets + 1)
    },
    takeBack() {
      if (discarded.current === null) return
      choose(discarded.current)
      setResets(resets + 1)
    },
    resets,
    read: (of, chosen) => ({
      ...toOptions(latest.current, of),
      // A new post gets the audience that the form shows, even if the settings have changed since.
      audience: chosen ?? (of.postId === 'new' ? of.audience : 'unchanged'),
    }),
  }
}

/** A browser hands over nothing for a date without a time: it would be published now. @throws FieldError */
export const checkTime = (form: HTMLFormElement, target: TimedTarget): void => {
  const field = form.elements.namedItem('publishAt')
  if (!(field instanceof HTMLInputElement)) return
  const problem = field.validity.badInput ? HALF_A_TIME : timeProblem(field.value, target)
  if (problem !== undefined) throw new FieldError('publishAt', problem)
}

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
