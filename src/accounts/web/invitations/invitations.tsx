import { useRef, useState } from 'react'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { type ListedInvitation, type createInvitation, endInvitation } from '#accounts/contract/invitations.endpoints.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime } from '#site/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { changeAndFocus } from '#ui/components/focus-notice.ts'
import { DeleteDialog } from '#ui/dashboard/delete-dialog.tsx'
import { NewInvitation, NewLink } from './new-invitation.tsx'

const STATES: Readonly<Record<Exclude<ListedInvitation['state'], 'open'>, string>> = {
  'used up': 'used up',
  ended: 'ended',
  revoked: 'revoked',
}

const usesText = ({ used, usesMax }: ListedInvitation) => `${usesMax === null ? used : `${used} of ${usesMax}`} joined`

interface RowProps {
  readonly invitation: ListedInvitation
  readonly onChange: (invitation: ListedInvitation) => void
}

const Row = ({ invitation, onChange }: RowProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const facts = useRef<HTMLParagraphElement>(null)
  const { _id: invitationId, name, state, endsAt, createdBy, people } = invitation
  const revoke = async () => onChange(await browserApi(endInvitation, { params: { invitationId } }))
  const close = (outcome: 'deleted' | 'kept') => {
    if (outcome === 'kept') return setIsAsking(false)
    changeAndFocus(
      () => setIsAsking(false),
      () => facts.current,
    )
  }
  return (
    <li className="row border-b border-line py-2 last:border-b-0">
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p ref={facts} tabIndex={-1} className="text-small text-ink-soft outline-none">
          <span>{`${usesText(invitation)},`}</span>{' '}
          {state === 'open' ? (
            <span key="open">
              valid until <LocalTime at={endsAt} dayOnly className="wrap-normal" />
            </span>
          ) : (
            <span key="ended">{STATES[state]}</span>
          )}
          <span>{createdBy === null ? '' : `, made by ${createdBy}`}</span>
        </p>
        {people.length === 0 ? null : <p className="text-small">{people.map(nameOfUser).join(', ')}</p>}
      </div>
      {state === 'open' ? (
        <button
          type="button"
          className="text-button quiet-danger -ml-3 sm:ml-0"
          aria-label={`Revoke ${name}`}
          onClick={() => setIsAsking(true)}
        >
          Revoke
        </button>
      ) : null}
      {isAsking ? (
        <DeleteDialog
          question={`Revoke the invitation for ${name}?`}
          note="Nobody can join with it any more. Those who joined with it stay."
          onConfirm={revoke}
          onClose={close}
        />
      ) : null}
    </li>
  )
}

type Open = { readonly type: 'list' | 'form' } | { readonly type: 'link'; readonly created: CallOutput<typeof createInvitation> }

/** Links with which people join the family. */
export const Invitations = ({ invitations: initial }: { readonly invitations: readonly ListedInvitation[] }) => {
  const [invitations, setInvitations] = useState(initial)
  const [open, setOpen] = useState<Open>({ type: 'list' })
  const inviteButton = useRef<HTMLButtonElement>(null)
  const close = () =>
    changeAndFocus(
      () => setOpen({ type: 'list' }),
      () => inviteButton.current,
    )
  const add = (created: CallOutput<typeof createInvitation>) => {
    setInvitations((before) => [created.invitation, ...before])
    setOpen({ type: 'link', created })
  }
  const replace = (changed: ListedInvitation) =>
    setInvitations((before) => before.map((each) => (each._id === changed._id ? changed : each)))
  return (
    <Card as="section" id="invitations" aria-labelledby="invitations-title" className="stack">
      <h2 id="invitations-title" className="text-h3">
        Invitations
      </h2>
      {open.type === 'form' ? <NewInvitation onCreated={add} onCancel={close} /> : null}
      {open.type === 'link' ? <NewLink created={open.created} onClose={close} /> : null}
      {open.type === 'list' ? (
        <>
          <p className="text-ink-soft">
            A link, or a code to scan. People who open it make an account and belong to the family at once, so they can also read what is
            for the family.
          </p>
          <div>
            <Button ref={inviteButton} variant="primary" onClick={() => setOpen({ type: 'form' })}>
              Invite people
            </Button>
          </div>
        </>
      ) : null}
      {invitations.length === 0 ? null : (
        <ul aria-label="Invitations that were made" className="border-t border-line">
          {invitations.map((invitation) => (
            <Row key={invitation._id} invitation={invitation} onChange={replace} />
          ))}
        </ul>
      )}
    </Card>
  )
}
