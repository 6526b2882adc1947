import { useState } from 'react'
import type { PublicUser } from '#accounts/contract/users.endpoints.ts'
import { type AccountTraces, getTraces } from '#comments/contract/removals.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { RemovalDialog } from './removal-dialog.tsx'
import { useAction } from '#ui/forms/use-action.ts'

interface RemoveAccountProps {
  readonly user: Pick<PublicUser, '_id' | 'username' | 'sign'> & { readonly isAdmin?: boolean }
}

/** Removes all comments and hearts of an account, and disables it, after showing what goes. Not offered for admins, who must lose their role first. */
export const RemoveAccount = ({ user }: RemoveAccountProps) =>
  user.isAdmin === true || user.sign === 'admin' ? null : <RemoveMember user={user} />

const RemoveMember = ({ user: { _id: userId, username } }: RemoveAccountProps) => {
  const [traces, setTraces] = useState<AccountTraces | null>(null)
  const { run, isBusy, error } = useAction()
  const open = async () => setTraces(await browserApi(getTraces, { params: { userId } }))
  return (
    <>
      <button type="button" className="text-button quiet-danger" aria-disabled={isBusy || undefined} onClick={() => void run(open)}>
        Remove everything <span className="sr-only">of @{username}</span>
      </button>
      {error === null ? null : <span role="alert">{error}</span>}
      {traces === null ? null : <RemovalDialog traces={traces} onCancel={() => setTraces(null)} />}
    </>
  )
}
