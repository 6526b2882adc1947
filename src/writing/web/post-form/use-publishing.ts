import { useEffect, useRef, useState } from 'react'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { ApiError, type FormFailure, UserError } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { askToSignIn } from '#accounts/web/index.ts'
import { type Form, useForm } from '#ui/forms/form.tsx'
import { leaveTo } from '#ui/forms/leave-to.ts'
import { isDraftConflict, isEditConflict, isTrouble } from '#writing/web/drafts/server-drafts.ts'
import type { WritingSession } from '#writing/web/drafts/writing-session.ts'
import { checkTime, clearStoredChoices, type PublishChoices, restate } from './publish-choices.ts'
import { FieldError, missingIn, POST_FIELDS, type PostText } from './post-text.ts'
import { publishedPath, type PublishOptions, publishPost, type PublishTarget } from './publish-post.ts'
import { type Attempt, sendPublication } from './send-publication.ts'
import type { BodyFiles } from './use-body-files.ts'
import type { Cover } from './cover-field.tsx'

/** Delay between attempts if the browser does not report that it is online again. */
const RETRY_MS = 5000

/** The writer stopped waiting. */
class WaitCancelled extends UserError {
  /** @param isUnknown an attempt had no response */
  constructor(isUnknown: boolean) {
    const outcome = isUnknown ? 'Stopped. If the blog got it before the line broke, it is published.' : 'It was not published.'
    super(`${outcome} Your text stays here.`)
  }
}

/** Waits for the connection to come back, if the writer asked for it. */
class ConnectionWait {
  #cancel: ((isUnknown: boolean) => void) | null = null
  #isWanted = false

  get isWanted(): boolean {
    return this.#isWanted
  }

  want(): void {
    this.#isWanted = true
  }

  /** @param isUnknown an attempt had no response */
  end(isUnknown = false): void {
    this.#isWanted = false
    this.#cancel?.(isUnknown)
  }

  /** Resolves when the connection may be back, rejects when the writer stops waiting; null if nobody waits. */
  readonly wait = (): Promise<void> | null => {
    if (!this.#isWanted) return null
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const listening = new AbortController()
    const timer = setTimeout(resolve, RETRY_MS)
    addEventListener('online', () => resolve(), { signal: listening.signal })
    this.#cancel = (isUnknown) => reject(new WaitCancelled(isUnknown))
    return promise.finally(() => {
      clearTimeout(timer)
      listening.abort()
      this.#cancel = null
    })
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

const MISSING = {
  title: new FieldError('title', 'Please enter a title.'),
  body: new FieldError('content', 'Please write something.'),
} as const

const checkText = (text: PostText): void => {
  const missing = missingIn(text)
  if (missing !== null) throw MISSING[missing]
}

/** Uses the server's message; without a readable response it is 'Something went wrong'. */
const toFailure = (error: unknown): FormFailure => {
  if (error instanceof FieldError) return { message: error.message, field: error.field }
  if (error instanceof WaitCancelled) return { message: error.message }
  if (isTimeout(error)) return { message: 'Publishing took too long. Everything you wrote is kept.' }
  if (error instanceof ApiError && error.code !== 'network') return { message: error.message, field: error.field }
  return { message: 'Something went wrong' }
}

export const UNREACHABLE = 'The blog could not be reached to publish it.'

const toPublishFailure = (error: unknown): FormFailure =>
  error instanceof ApiError && error.code === 'network' ? { message: UNREACHABLE } : toFailure(error)

const failedState = (error: unknown): 'too-slow' | 'unreachable' | 'none' => {
  if (isTimeout(error)) return 'too-slow'
  return error instanceof ApiError && error.code === 'network' ? 'unreachable' : 'none'
}

/** Result of the last publication that the page shows. */
export type PublishState =
  | { readonly type: 'none' | 'unreachable' | 'waiting' | 'too-slow' }
  /** The writer stays in the form: there is more to publish, or publishing had waited for the connection. */
  | { readonly type: 'published'; readonly path: string; readonly isPlanned: boolean }

export interface PublishingForm extends Form {
  readonly change: (part: Partial<PostText>) => void
  readonly comparePublished: () => Promise<void>
  readonly publishState: PublishState
  /** Publishes once, as soon as the server can be reached. */
  readonly publishWhenOnline: () => void
  readonly stopWaiting: () => void
  readonly tryAgain: () => void
}

interface Parts {
  readonly session: WritingSession
  readonly target: PublishTarget
  /** Called when the form continues with the published post. */
  readonly onPost: (post: Post) => void
  readonly choices: PublishChoices
  readonly cover: Cover
  readonly files: BodyFiles
}

/** Ends no upload: each has its own limits, and the writer can remove a file. @throws FieldError */
const finishUploads = async ({ session, cover, files }: Pick<Parts, 'session' | 'cover' | 'files'>): Promise<void> => {
  const missing = missingIn(session.getState().text)
  // A body of nothing but pictures has content once they are stored.
  if (missing !== null && !(missing === 'body' && files.hasUnstored())) throw MISSING[missing]
  await files.finish()
  await cover.finish()
}

const useConnectionWait = (): ConnectionWait => {
  const [connection] = useState(() => new ConnectionWait())
  useEffect(() => () => connection.end(), [connection])
  return connection
}

/** Calls it when the browser is online again, while something has failed for want of a connection. */
const useBackOnline = (isUnreachable: boolean, onBack: () => void): void => {
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })
  useEffect(() => {
    if (!isUnreachable) return undefined
    const back = () => latest.current()
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [isUnreachable])
}

/** Sends one attempt with the options of the form. */
const useSend = ({ session, target, choices }: Pick<Parts, 'session' | 'target' | 'choices'>) => {
  /** What the last attempt without a response said. */
  const unanswered = useRef<{ readonly target: PublishTarget; readonly options: PublishOptions } | null>(null)
  return async (attempt: Attempt): Promise<Post> => {
    const read = choices.read(target, attempt.text.audience)
    const options = unanswered.current?.target === target ? restate(read, unanswered.current.options, target) : read
    try {
      return await session.publish(attempt.text, (postId, draft) =>
        publishPost(browserApi, { ...target, postId }, { ...attempt, ...options, draft }),
      )
    } catch (error) {
      if (isTrouble(error)) unanswered.current = { target, options }
      throw error
    }
  }
}

/** What the writer says about waiting. An attempt that already runs does so from then on. */
const waitingOf = (
  { connection, session }: { readonly connection: ConnectionWait } & Pick<Parts, 'session'>,
  show: (state: PublishState) => void,
  tryAgain: () => void,
) => ({
  publishWhenOnline() {
    connection.want()
    show({ type: 'waiting' })
    tryAgain()
  },
  stopWaiting() {
    connection.end(session.getState().attempts.length > 0)
    show({ type: 'none' })
  },
})

/** Publishes the text of a session, with its cover and the files that are being uploaded. */
export const usePublishing = ({ session, target, choices, onPost, cover, files }: Parts): PublishingForm => {
  const connection = useConnectionWait()
  const send = useSend({ session, target, choices })
  const [publishState, setPublishState] = useState<PublishState>({ type: 'none' })

  /** Read again for each attempt, like the options, because the writer goes on writing. */
  const read = (): Attempt => {
    const { text, base } = session.getState()
    checkText(text)
    return { text, baseRevision: base.revision }
  }
  const publish = async (element: HTMLFormElement): Promise<void> => {
    checkTime(element, target)
    await finishUploads({ session, cover, files })
    checkTime(element, target)
    const steps = { read, send, mayRepeat: session.mayRepeat, signIn: askToSignIn, waitForConnection: connection.wait }
    const { post, attempt } = await sendPublication(steps)
    clearStoredChoices(session.getState().id)
    const isNewer = await session.published(attempt.text, post)
    const path = publishedPath(post)
    if (!isNewer && !connection.isWanted && !files.hasUnstored()) await leaveTo(path)
    setPublishState({ type: 'published', path, isPlanned: post.publishAt !== undefined })
    onPost(post)
  }
  const publishOrExplain = async (_: FormData, element: HTMLFormElement): Promise<void> => {
    setPublishState({ type: connection.isWanted ? 'waiting' : 'none' })
    try {
      await publish(element)
    } catch (error) {
      setPublishState({ type: failedState(error) })
      // No text is lost: once the failure is shown, both are compared.
      const { base, latestRevision } = session.getState()
      if ((isEditConflict(error) || isDraftConflict(error)) && base.revision !== latestRevision) void comparePublished()
      throw error
    } finally {
      connection.end()
    }
  }
  const form = useForm({ send: publishOrExplain, toFailure: toPublishFailure, fields: [...POST_FIELDS, 'publishAt'] })
  useBackOnline(publishState.type === 'unreachable', () => {
    setPublishState({ type: 'none' })
    form.clear()
  })
  // `BarNotice` says it, with what can be done.
  const message = form.message === UNREACHABLE ? null : form.message
  const comparePublished = async () => {
    try {
      await session.comparePublished()
    } catch (error) {
      form.fail(toFailure(error))
    }
  }
  const change = (part: Partial<PostText>) => {
    session.change(part)
    for (const field of Object.keys(part)) form.clear(field)
  }
  const tryAgain = () => form.props.ref.current?.requestSubmit()
  const waiting = waitingOf({ connection, session }, setPublishState, tryAgain)
  return { ...form, message, change, comparePublished, publishState, tryAgain, ...waiting }
}
