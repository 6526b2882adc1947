import { useEffect, useEffectEvent, useState } from 'react'
import { OFFERED, SHARED } from '#media/contract/share.ts'
import { sessionState } from '#accounts/web/index.ts'
import { deviceDrafts } from './device-drafts.ts'
import { draftServer } from './server-drafts.ts'
import { WritingSession } from './writing-session.ts'
import type { WritingParts } from './writing-state.ts'

type SessionOptions = Pick<WritingParts, 'userId' | 'postId' | 'published' | 'onPost'>

const after = (ms: number, work: () => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

const BROWSER = { server: draftServer, device: deviceDrafts, now: Date.now, after }

/** Calls `onOpen` once. @returns a function that closes the session */
const openSession = (options: SessionOptions, onOpen: (session: WritingSession) => void): (() => void) => {
  let session: WritingSession | null = null
  let isClosed = false
  const query = new URLSearchParams(location.search)
  const wanted = query.get('draft')
  const onId = (id: string) => {
    // A reload must find the text.
    if (wanted !== null) history.replaceState(history.state, '', `${location.pathname}?draft=${id}`)
  }
  const open = async () => {
    const isNew = query.has(SHARED) || query.has(OFFERED)
    const opened = await WritingSession.open({ ...options, ...BROWSER, wanted, isNew, onId })
    if (isClosed) return
    session = opened
    onOpen(opened)
  }
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('online', () => session?.wake(), { signal })
  const stopFollowing = sessionState.subscribe((state) => state === 'active' && session?.wake())
  // Closing a laptop or putting a phone away may be the last event of the page.
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'hidden' ? session?.flush() : session?.wake()), {
    signal,
  })
  addEventListener('pagehide', () => session?.flushNow(), { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && session?.wake(), { signal })
  void open()
  return () => {
    isClosed = true
    listening.abort()
    stopFollowing()
    session?.flushNow()
  }
}

/** The writing session of a form; null until the texts of this device and of the server have been read. */
export const useWritingSession = (options: SessionOptions): WritingSession | null => {
  const [session, setSession] = useState<WritingSession | null>(null)
  const open = useEffectEvent(() => openSession(options, setSession))
  useEffect(() => open(), [])
  return session
}
