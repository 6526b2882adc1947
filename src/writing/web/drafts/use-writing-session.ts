import { useEffect, useEffectEvent, useState } from 'react'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { SHARED } from '#media/contract/share.ts'
import { sessionState } from '#accounts/web/index.ts'
import { deviceDrafts } from './device-drafts.ts'
import { draftServer } from './server-drafts.ts'
import { WritingSession, type WritingParts } from './writing-session.ts'

type SessionOptions = Pick<WritingParts, 'userId' | 'postId' | 'published' | 'onPost'>

const after = (ms: number, work: () => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

const BROWSER = { server: draftServer, device: deviceDrafts, now: Date.now, after }

/** Calls `onOpen` once. @returns a function that closes the session */
const openSession = (
  options: SessionOptions,
  { wanted, isNew }: Pick<WritingParts, 'wanted' | 'isNew'>,
  onOpen: (session: WritingSession) => void,
): (() => void) => {
  let session: WritingSession | null = null
  const closing = new AbortController()
  const { signal } = closing
  // A form that was left may still save its text.
  const onPost = (post: Post) => {
    if (!signal.aborted) options.onPost(post)
  }
  let shown = wanted
  // A reload must find the text. A browser that is told the address at each letter refuses it, with an error.
  const followId = () => {
    const state = session?.getState()
    if (signal.aborted || shown === null || !state?.isNew || state.id === shown) return
    shown = state.id
    history.replaceState(history.state, '', `?draft=${shown}`)
  }
  const open = async () => {
    const opened = await WritingSession.open({ ...options, ...BROWSER, wanted, isNew, onPost })
    if (signal.aborted) return
    session = opened
    session.subscribe(followId)
    onOpen(opened)
  }
  addEventListener('online', () => session?.wake(), { signal })
  const stopFollowing = sessionState.subscribe((state) => state === 'active' && session?.wake())
  // Closing a laptop or putting a phone away may be the last event of the page.
  const onVisibility = () => (document.visibilityState === 'hidden' ? session?.flush() : session?.wake())
  document.addEventListener('visibilitychange', onVisibility, { signal })
  addEventListener('pagehide', () => session?.flush(true), { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && session?.wake(), { signal })
  void open()
  return () => {
    closing.abort()
    stopFollowing()
    session?.flush(true)
  }
}

/**
 * The writing session of a form; null until the texts of this device and of the server have been read. `form` counts the
 * sessions: `beginNew` leaves the text as a draft, and opens an empty form.
 */
export const useWritingSession = (options: SessionOptions) => {
  const [form, setForm] = useState(0)
  const [opened, setOpened] = useState<{ session: WritingSession | null; form: number }>({ session: null, form })
  const open = useEffectEvent(() => {
    const query = new URLSearchParams(location.search)
    const isNew = form > 0 || query.has(SHARED)
    return openSession(options, { wanted: query.get('draft'), isNew }, (session) => setOpened({ session, form }))
  })
  useEffect(() => open(), [form])
  const beginNew = () => {
    history.replaceState(history.state, '', location.pathname)
    setForm(form + 1)
  }
  return { ...opened, beginNew }
}
