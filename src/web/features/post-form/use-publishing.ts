import { ApiError } from '#web/api/api-error.ts'
import { type Form, type FormFailure, useForm } from '#web/ui/form.tsx'
import type { DraftMark } from './drafts/draft.ts'
import type { WritingSession } from './drafts/writing-session.ts'
import type { Published, PublishedPost } from './drafts/writing-state.ts'
import { FieldError } from './field-error.ts'
import { readPublishAt, storeChosenTime } from './planned-time.ts'
import { type PostText, missingIn } from './post-text.ts'
import type { BodyPictures } from './use-body-pictures.ts'
import type { Cover } from './use-cover.ts'

interface PublishingFrom {
  readonly draft: DraftMark
  readonly baseRevision: number | null
  /** ISO; null publishes a planned post now; undefined leaves the time as it is. */
  readonly publishAt: string | null | undefined
}

/** What a page does with a text. */
export interface Publishing {
  /** 'new' for a post that is not there yet. */
  readonly postId: string
  /** Rejects when it could not be published. */
  readonly onPublish: (text: PostText, from: PublishingFrom) => Promise<PublishedPost>
  /** Of a planned post. */
  readonly plannedFor?: string | undefined
  /** The post as it is published now. */
  readonly readPublished: () => Promise<Published>
}

const MISSING = {
  title: new FieldError('title', 'Please enter a title.'),
  body: new FieldError('content', 'Please write something.'),
} as const

const checkText = (text: PostText): void => {
  const missing = missingIn(text)
  if (missing !== null) throw MISSING[missing]
}

/** The server's message as it is; without a response that can be read, it is 'Something went wrong' (docs/product.md, 8). */
const toFailure = (error: unknown): FormFailure => {
  if (error instanceof FieldError) return { message: error.message, field: error.field }
  if (error instanceof ApiError && error.code !== 'network') return { message: error.message, field: error.field }
  return { message: 'Something went wrong' }
}

/** The page goes now. Until then, nothing can be sent a second time. */
const leaveFor = (path: string): Promise<never> => {
  location.assign(path)
  return new Promise(() => {})
}

const pathOf = ({ slug, publishAt }: PublishedPost) => (publishAt === undefined ? `/post/${slug}` : '/dashboard?tab=posts&status=planned')

interface PublishingForm extends Form {
  readonly change: (part: Partial<PostText>) => void
  readonly comparePublished: () => Promise<void>
}

interface Parts {
  readonly cover: Cover
  readonly pictures: BodyPictures
}

/** Publishes the text of a session, with the cover that was chosen for it and the pictures that are being uploaded. */
export const usePublishing = (
  session: WritingSession,
  { cover, pictures }: Parts,
  { postId, onPublish, plannedFor, readPublished }: Publishing,
): PublishingForm => {
  const publish = async (data: FormData): Promise<void> => {
    const missing = missingIn(session.getState().text)
    // A body of nothing but pictures says something once they are stored.
    if (missing !== null && !(missing === 'body' && pictures.hasUnstored())) throw MISSING[missing]
    await pictures.finish()
    await cover.finish()
    // Read now: the writer went on during the uploads.
    const { text, base } = session.getState()
    checkText(text)
    const draft = session.mark
    try {
      const post = await onPublish(text, {
        draft,
        baseRevision: base.revision,
        publishAt: readPublishAt(data.get('publishAt'), plannedFor),
      })
      storeChosenTime(postId, null)
      const isNewer = await session.published(draft, text, post)
      await leaveFor(isNewer ? `/update-post/${post._id}` : pathOf(post))
    } catch (error) {
      // Neither text is given up: once the failure is shown, they are laid side by side.
      if (error instanceof ApiError && error.code === 'edit_conflict') void comparePublished()
      throw error
    }
  }
  const form = useForm({ send: publish, toFailure, fields: ['title', 'image', 'content', 'publishAt'] })
  const comparePublished = async () => {
    try {
      session.compare({ kind: 'published', published: await readPublished() })
    } catch (error) {
      form.fail(toFailure(error))
    }
  }
  const change = (part: Partial<PostText>) => {
    session.change(part)
    for (const field of Object.keys(part)) form.clear(field)
  }
  return { ...form, change, comparePublished }
}
