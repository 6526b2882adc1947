import { useRef, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { type PostDrafts, type PostText, missingIn, sameText } from './post-text.ts'

export type Sending =
  | { readonly type: 'idle' }
  | { readonly type: 'incomplete'; readonly missing: 'title' | 'body' }
  | { readonly type: 'sending' }
  | { readonly type: 'failed'; readonly message: string }

/** The server's message as it is; no answer, or one that cannot be read, is 'Something went wrong' (spec §8). */
export const saveFailureText = (error: unknown) =>
  error instanceof ApiError && error.code !== 'network' ? error.message : 'Something went wrong'

interface PostFormOptions {
  /** What is saved already. */
  readonly initial: PostText
  readonly drafts: PostDrafts
  /** Unsaved text of an earlier visit. */
  readonly restored: PostText | null
  /** Saves, then leads away; rejects when it could not be saved. */
  readonly onSave: (text: PostText) => Promise<() => unknown>
}

/** The text being written: every change is kept on this device until it is saved. */
export const usePostForm = ({ initial, drafts, restored, onSave }: PostFormOptions) => {
  const [begin] = useState(restored !== null && !sameText(restored, initial) ? restored : null)
  const [text, setText] = useState(begin ?? initial)
  const [showRestored, setShowRestored] = useState(begin !== null)
  /** Another one gives the editor other text to begin with. */
  const [edition, setEdition] = useState(0)
  const [sending, setSending] = useState<Sending>({ type: 'idle' })
  const latest = useRef(text)
  const saved = useRef(false)

  const replace = (next: PostText) => {
    latest.current = next
    setText(next)
    if (sameText(next, initial)) drafts.forget()
    else drafts.keep(next)
  }
  const change = (part: Partial<PostText>) => {
    replace({ ...latest.current, ...part })
    setSending((before) => (before.type === 'incomplete' ? { type: 'idle' } : before))
  }
  const discard = () => {
    replace(initial)
    setEdition((before) => before + 1)
    setShowRestored(false)
  }
  const save = async (): Promise<void> => {
    const missing = missingIn(latest.current)
    if (missing !== null) return setSending({ type: 'incomplete', missing })
    setSending({ type: 'sending' })
    try {
      const leave = await onSave(latest.current)
      saved.current = true
      drafts.forget()
      leave()
    } catch (error) {
      setSending({ type: 'failed', message: saveFailureText(error) })
    }
  }
  /** Whether leaving now would leave something unsaved behind. */
  const hasUnsaved = () => !saved.current && !sameText(latest.current, initial)

  return { text, sending, edition, showRestored, change, discard, save, hasUnsaved }
}
