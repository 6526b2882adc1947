import { useEffect, useEffectEvent, useState } from 'react'
import { OFFERED, SHARED } from '#media/contract/share.ts'
import { sessionState } from '#accounts/web/index.ts'
import { inTime } from '#writing/web/in-time.ts'
import { deviceDrafts, silentDevice } from './device-drafts.ts'
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

const BROWSER = { drafts: draftServer, now: Date.now, after }

/** Without a response of the browser's storage until then, the form opens and saves on the server alone. */
const STORAGE_TIMEOUT_MS = 1000

/** What the URL asks for: a draft, or a new text for what was shared. */
const readAddress = () => {
  const query = new URLSearchParams(location.search)
  return { wanted: query.get('draft'), isNew: query.has(SHARED) || query.has(OFFERED) }
}

/** Reads the drafts of this device; calls `onOpen` once. @returns a function that closes the session */
const openSession = (options: SessionOptions, onOpen: (session: WritingSession) => void): (() => void) => {
  let session: WritingSession | null = null
  let isClosed = false
  const { wanted, isNew } = readAddress()
  const tabs = openDraftTabs(options.scope, (live) => session?.setLive(live))
  const onDraft = ({ id, writer }: { id: string; writer: string }) => {
    tabs.hold(id, writer)
    // The text has become another draft, which a reload must find.
    if (session && wanted !== null) history.replaceState(history.state, '', `${location.pathname}?draft=${id}`)
  }
  const open = async () => {
    const [found, live] = await Promise.all([
      // A storage that fails is empty; one that does not respond is not used.
      inTime(
        deviceDrafts.list(options.scope).catch((): Draft[] => []),
        STORAGE_TIMEOUT_MS,
      ).catch(() => undefined),
      inTime(tabs.ask(), STORAGE_TIMEOUT_MS).catch(() => undefined),
    ])
    // Without what the device knows, a draft that ended while the page was on its way would come back.
    const server = found
      ? options.server
      : await inTime(draftServer.read(options.scope.postId), STORAGE_TIMEOUT_MS).catch(() => options.server)
    if (isClosed) return
    const parts = {
      ...BROWSER,
      device: found ? deviceDrafts : silentDevice,
      isDeviceSilent: found === undefined,
      live: live ?? new Set<string>(),
      wanted,
      isNew,
      onDraft,
      onDiscarded: tabs.notifyTabs,
    }
    session = new WritingSession({ ...options, server, ...parts }, found ?? [])
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
