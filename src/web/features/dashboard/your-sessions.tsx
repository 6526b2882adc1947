import { useState } from 'react'
import type { ListedSession } from '#contract/endpoints/auth.ts'
import { errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

const TIME = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

interface SessionLineProps {
  readonly session: ListedSession
  readonly onEnd: () => void
}

const SessionLine = ({ session, onEnd }: SessionLineProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3 last:border-b-0">
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">
        {session.device}
        {session.current ? (
          <span className="ml-2 rounded-full bg-calm-tint px-2 py-0.5 text-[.75rem] font-semibold text-calm">This one</span>
        ) : null}
      </p>
      <p className="text-small text-ink-soft">
        Last seen <time dateTime={session.lastSeenAt}>{TIME.format(new Date(session.lastSeenAt))} UTC</time>
      </p>
    </div>
    {session.current ? null : (
      <button
        type="button"
        aria-label={`End the session of ${session.device}`}
        className="-mx-2 min-h-[44px] rounded-full px-2 font-medium text-danger hover:underline"
        onClick={onEnd}
      >
        End
      </button>
    )}
  </li>
)

/** Where the account is signed in: which devices, when they were last seen, and how to end them. */
export const YourSessions = ({ sessions: initial }: { readonly sessions: readonly ListedSession[] }) => {
  const [sessions, setSessions] = useState(initial)
  const [failure, setFailure] = useState<string | null>(null)
  const attempt = async (work: () => Promise<unknown>, left: (session: ListedSession) => boolean) => {
    try {
      await work()
      setSessions((before) => before.filter(left))
      setFailure(null)
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }
  const end = ({ _id }: ListedSession) =>
    attempt(
      () => browserApi('DELETE /api/auth/sessions/:sessionId', { params: { sessionId: _id } }),
      (session) => session._id !== _id,
    )
  const endOthers = () =>
    attempt(
      () => browserApi('DELETE /api/auth/sessions'),
      (session) => session.current,
    )
  return (
    <section aria-labelledby="your-sessions" className="rounded-card border border-line bg-surface p-5">
      <h2 id="your-sessions" className="text-[1.25rem]">
        Your sessions
      </h2>
      <ul className="mt-1">
        {sessions.map((session) => (
          <SessionLine key={session._id} session={session} onEnd={() => void end(session)} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button className="mt-3" onClick={() => void endOthers()}>
          End all other sessions
        </Button>
      ) : null}
      {failure === null ? null : <Alert className="mt-3">{failure}</Alert>}
    </section>
  )
}
