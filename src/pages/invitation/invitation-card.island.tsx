import { useState, useSyncExternalStore } from 'react'
import { signInPath } from '#platform/contract/return-path.ts'
import { formatDate } from '#platform/contract/format-date.ts'
import { acceptInvitation, SignInSteps, useCurrentUser } from '#accounts/web/index.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { useSite } from '#site/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { InvitedSignUp } from './invited-sign-up.tsx'
import { type InvitationState, storeInvitation, openedInvitation } from './open-invitation.ts'

/** Replaces this page: its header is a visitor's, and the token must not stay in the history. */
const leave = ({ mail }: Pick<Site, 'mail'>) => {
  storeInvitation(null)
  location.replace(mail ? '/welcome' : '/')
}

type OpenInvitation = Extract<InvitationState, { type: 'open' }>

/** Accepts an invitation with the signed-in account. */
const Join = ({ token }: { readonly token: string }) => {
  const user = useCurrentUser()
  const site = useSite()
  const { run, isBusy, error } = useAction()
  if (user?.isAdmin === true || user?.isFamily === true) {
    return (
      <>
        <p>
          {user.isAdmin
            ? 'You are an admin here and read everything. Send the link to those it is for, or let them scan its code.'
            : 'You belong to the family already: there is nothing to do.'}
        </p>
        <LinkButton href="/">Go home</LinkButton>
      </>
    )
  }
  return (
    <>
      <p>
        You are signed in as <bdi>{user?.displayName ?? user?.username}</bdi>.
      </p>
      {error === null ? null : <Alert>{error}</Alert>}
      <Button variant="primary" busy={isBusy} onClick={() => void run(() => acceptInvitation(token).then(() => leave(site)))}>
        Join the family
      </Button>
    </>
  )
}

const HaveAccount = ({ token }: { readonly token: string }) => (
  <p className="text-ink-soft">
    Have an account?{' '}
    <a href={signInPath('/invitation')} className="link link-target" onClick={() => storeInvitation(token)}>
      Sign In
    </a>
  </p>
)

/** For who has joined before, and comes back with the old link on another device. */
const WelcomeBack = ({ why, from }: { readonly why: string; readonly from: string | null }) => {
  const { mail } = useSite()
  return (
    <>
      <div className="grid gap-2">
        <h2 className="text-h3">Welcome back</h2>
        <p className="text-ink-soft">{why}</p>
      </div>
      <SignInSteps from={from} step={mail ? 'email' : null} />
    </>
  )
}

const USED = 'This invitation has been used. If that was you, sign in. If not, please ask for a new one.'
const KNOWN = 'This address has an account here already. Sign in, and you can read along.'

const Opened = ({ token, invitation: { blog, author, name, endsAt, isOpen } }: OpenInvitation) => {
  const site = useSite()
  const [isKnown, setIsKnown] = useState(false)
  const [isUsed, setIsUsed] = useState(!isOpen)
  const isSignedIn = useCurrentUser() !== null
  const welcomeBack = () => {
    storeInvitation(token)
    setIsKnown(true)
  }
  if (!isSignedIn && (isKnown || isUsed)) return <WelcomeBack why={isKnown ? KNOWN : USED} from={isKnown ? '/invitation' : null} />
  return (
    <>
      <div className="grid gap-2 wrap-anywhere">
        <h2 className="text-h3">
          You are invited to <bdi>{blog}</bdi>
          {author === '' ? null : (
            <span>
              {' '}
              by <bdi>{author}</bdi>
            </span>
          )}
        </h2>
        <p className="text-ink-soft">
          This invitation is for <strong>{name}</strong>. It is valid until <bdi>{formatDate(endsAt, site)}</bdi>. With it you can read what
          is for the family.
        </p>
      </div>
      {isSignedIn ? (
        <Join token={token} />
      ) : (
        <>
          <InvitedSignUp token={token} onDone={() => leave(site)} onKnown={welcomeBack} onUsed={() => setIsUsed(true)} />
          <HaveAccount token={token} />
        </>
      )}
    </>
  )
}

/** The invitation behind the link. The server does not see which one it is. */
export const InvitationCard = () => {
  const state = useSyncExternalStore(openedInvitation.subscribe, openedInvitation.get, openedInvitation.getOnServer)
  if (state.type === 'loading') return <p role="status">Opening your invitation …</p>
  if (state.type === 'open') return <Opened {...state} />
  return (
    <>
      <Alert>{state.message}</Alert>
      {state.mayHelpToRetry ? (
        <Button onClick={() => location.reload()}>Try again</Button>
      ) : (
        <LinkButton href="/sign-in">Sign In</LinkButton>
      )}
    </>
  )
}
