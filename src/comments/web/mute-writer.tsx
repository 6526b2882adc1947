import { useRef, useState } from 'react'
import { muteUser } from '#comments/contract/mutes.endpoints.ts'
import type { Actor } from '#platform/contract/permissions.ts'
import { useSite } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { classNames } from '#ui/components/class-names.ts'
import { changeAndFocus } from '#ui/components/focus-notice.ts'
import { useAction } from '#ui/forms/use-action.ts'

interface Props {
  /** Null for a comment whose account was deleted. */
  readonly userId: string | null
  /** Name that is shown. */
  readonly writer: string
  readonly viewer: Actor | null
}

/** Ends mails about what this person replies. Nothing for visitors, for one's own comments, and where mail is not set up. */
export const MuteWriter = ({ userId, writer, viewer }: Props) => {
  const [done, setDone] = useState<string | null>(null)
  const notice = useRef<HTMLSpanElement>(null)
  const { run, isBusy, error } = useAction()
  const { mail: canMail } = useSite()
  if (!canMail || userId === null || viewer === null || userId === viewer.id) return null
  const mute = async () => {
    const { message } = await browserApi(muteUser, { params: { mutedId: userId } })
    changeAndFocus(
      () => setDone(message),
      () => notice.current,
    )
  }
  return (
    <>
      {done === null ? (
        <button
          type="button"
          className="text-button aria-disabled:opacity-60"
          aria-label={`Mute ${writer}`}
          aria-disabled={isBusy || undefined}
          onClick={() => void run(mute)}
        >
          Mute
        </button>
      ) : null}
      <span
        ref={notice}
        role="status"
        tabIndex={-1}
        className={classNames('outline-none', (done ?? error) === null ? 'sr-only' : 'text-small')}
      >
        {done ?? error}
      </span>
    </>
  )
}
