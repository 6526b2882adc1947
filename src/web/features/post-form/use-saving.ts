import { useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import type { DraftMark } from './drafts/draft.ts'
import type { Published, WritingDesk } from './drafts/writing-desk.ts'
import { type PostText, missingIn } from './post-text.ts'

/** What a page has to do with a text. */
export interface Saving {
  /** Publishes, and answers how to lead away; rejects when it could not be published. */
  readonly onSave: (text: PostText, from: { readonly draft: DraftMark; readonly baseRevision: number | null }) => Promise<() => unknown>
  /** The post as it is published now. */
  readonly readPublished: () => Promise<Published>
}

type Sending =
  | { readonly type: 'idle' }
  | { readonly type: 'incomplete'; readonly missing: 'title' | 'body' }
  | { readonly type: 'sending' }
  | { readonly type: 'failed'; readonly message: string }

/** The server's message as it is; no answer, or one that cannot be read, is 'Something went wrong' (docs/product.md, 8). */
const saveFailureText = (error: unknown) => (error instanceof ApiError && error.code !== 'network' ? error.message : 'Something went wrong')

/** Publishing what lies on the desk. */
export const useSaving = (desk: WritingDesk, { onSave, readPublished }: Saving) => {
  const [sending, setSending] = useState<Sending>({ type: 'idle' })
  const fail = (error: unknown) => setSending({ type: 'failed', message: saveFailureText(error) })

  const comparePublished = async () => {
    try {
      desk.compare({ kind: 'published', published: await readPublished() })
    } catch (error) {
      fail(error)
    }
  }
  const change = (part: Partial<PostText>) => {
    desk.change(part)
    setSending((before) => (before.type === 'incomplete' ? { type: 'idle' } : before))
  }
  const save = async (): Promise<void> => {
    const { text, base } = desk.getState()
    const missing = missingIn(text)
    if (missing !== null) return setSending({ type: 'incomplete', missing })
    setSending({ type: 'sending' })
    const draft = desk.mark
    try {
      const leave = await onSave(text, { draft, baseRevision: base.revision })
      await desk.published(draft)
      leave()
    } catch (error) {
      fail(error)
      // Neither text is given up: they are laid side by side.
      if (error instanceof ApiError && error.code === 'edit_conflict') await comparePublished()
    }
  }
  return { sending, change, save, comparePublished }
}
