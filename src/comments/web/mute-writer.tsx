import { useState } from 'react'
import { muteUser } from '#comments/contract/mutes.endpoints.ts'
import type { Actor } from '#platform/contract/permissions.ts'
import { useSite } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
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
  const { run, isBusy, error } = useAction()
  const { mail: canMail } = useSite()
  if (!canMail || userId === null || viewer === null || userId === viewer.id) return null
  const mute = () => run(async () => setDone((await browserApi(muteUser, { params: { mutedId: userId } })).message))
  return (
    <>
      {done === null ? (
        <button type="button" className="text-button" aria-label={`Mute ${writer}`} disabled={isBusy} onClick={() => void mute()}>
          Mute
        </button>
      ) : null}
      <span role="status" className={(done ?? error) === null ? 'sr-only' : 'text-small'}>
        {done ?? error}
      </span>
    </>
  )
}
