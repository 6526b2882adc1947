import { useEffect, useEffectEvent, useState } from 'react'
import { sessionState } from '#accounts/web/index.ts'
import { deviceDrafts } from './device-drafts.ts'
import type { Draft } from './draft.ts'
import { openDraftTabs } from './draft-tabs.ts'
import { draftServer } from './server-drafts.ts'
import { WritingSession } from './writing-session.ts'
import type { WritingParts } from './writing-state.ts'

type SessionOptions = Pick<WritingParts, 'scope' | 'published' | 'server'>

const after = (ms: number, work: () => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

const BROWSER = { drafts: draftServer, device: deviceDrafts, storage: () => localStorage, now: Date.now, after }

/** Writer of the draft that the URL asks for. */
const readWanted = (): string | null => new URLSearchParams(location.search).get('draft')

/** Each form writes under its own name: the URL of an opened draft gets the new name, so that a reload finds it. */
const updateAddress = (session: WritingSession): void => {
  const wanted = readWanted()
  const { status } = session.getState()
  if (wanted === null || wanted === session.draft.writer || (status.device !== 'saved' && status.server !== 'saved')) return
  history.replaceState(history.state, '', `${location.pathname}?draft=${session.draft.writer}`)
}

/** Reads the drafts of this device; calls `onOpen` once. @returns a function that closes the session */
const openSession = (options: SessionOptions, onOpen: (session: WritingSession) => void): (() => void) => {
  let session: WritingSession | null = null
  let isClosed = false
  const tabs = openDraftTabs(options.scope, (live) => session?.setOpenElsewhere(live))
  const open = async () => {
    const [device, liveWriters] = await Promise.all([
      deviceDrafts.list(options.scope).catch((): Draft[] => []),
      tabs.ask().catch(() => new Set<string>()),
    ])
    if (isClosed) return
    session = new WritingSession({ ...options, ...BROWSER, liveWriters, wanted: readWanted(), onWriter: tabs.hold }, device)
    session.subscribe(() => session && updateAddress(session))
    onOpen(session)
  }
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('online', () => session?.wake(), { signal })
  const stopFollowing = sessionState.subscribe((state) => state === 'active' && session?.wake())
  // Closing a laptop or putting a phone away may be the last event of the page.
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'hidden' ? session?.flush() : session?.wake()), {
    signal,
  })
  const onPageHide = () => {
    session?.flushNow()
    tabs.pause()
  }
  addEventListener('pagehide', onPageHide, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && tabs.resume(), { signal })
  void open()
  return () => {
    isClosed = true
    listening.abort()
    stopFollowing()
    tabs.close()
    session?.close()
  }
}

/** The writing session of a form; null until the drafts on this device have been read. */
export const useWritingSession = (options: SessionOptions): WritingSession | null => {
  const [session, setSession] = useState<WritingSession | null>(null)
  const open = useEffectEvent(() => openSession(options, setSession))
  useEffect(() => open(), [])
  return session
}
