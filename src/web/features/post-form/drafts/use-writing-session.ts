import { useEffect, useEffectEvent, useState } from 'react'
import { sessionState } from '#web/features/sign-in-again.ts'
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

/** The address may name the text to open. */
const readWanted = (): string | null => new URLSearchParams(location.search).get('draft')

/** Each form writes under a name of its own: one that was opened by name is found by its new name when the page is loaded again. */
const followInAddress = (session: WritingSession): void => {
  const wanted = readWanted()
  const { status } = session.getState()
  if (wanted === null || wanted === session.draft.writer || (status.device !== 'saved' && status.server !== 'saved')) return
  history.replaceState(history.state, '', `${location.pathname}?draft=${session.draft.writer}`)
}

/** Reads what this device has; calls `onOpen` once. @returns what closes the session again */
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
    session.subscribe(() => session && followInAddress(session))
    onOpen(session)
  }
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('online', () => session?.wake(), { signal })
  const stopFollowing = sessionState.subscribe((state) => state === 'active' && session?.wake())
  // A closed laptop, a telephone put away: it may be the last moment.
  document.addEventListener('visibilitychange', () => void (document.visibilityState === 'hidden' ? session?.flush() : session?.wake()), {
    signal,
  })
  const goAway = () => {
    session?.flushNow()
    tabs.pause()
  }
  addEventListener('pagehide', goAway, { signal })
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
