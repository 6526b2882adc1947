import { encode } from 'uqr'
import { useState } from 'react'
import { createInvitation } from '#accounts/contract/invitations.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { INVITATION_DAYS, INVITATION_NAME_MAX_LENGTH, INVITATION_USES_MAX } from '#accounts/contract/account-limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime, useSite } from '#site/web/index.ts'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { readText } from '#ui/forms/sent-values.ts'
import { reachOf } from '#site/contract/reach.ts'
import { Alert } from '#ui/components/alert.tsx'
import { ShareLink } from '#ui/components/share-link.tsx'
import { Button, buttonStyle } from '#ui/components/button.tsx'
import { type RadioOption, ChoiceField } from '#ui/forms/choice-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { focusOnce } from '#ui/components/focus-notice.ts'

/** Empty modules around the code, as scanners require. */
const BORDER = 4

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

/** Dark on light in both themes: many cameras read nothing else. Fills its container. */
const QrCode = ({ text, label }: QrCodeProps) => {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block h-auto w-full rounded-small"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

type CreatedInvitation = CallOutput<typeof createInvitation>

const ANY_NUMBER = 'any'
const USES: readonly RadioOption<string>[] = [
  { value: '1', label: 'One person' },
  { value: '10', label: 'Up to 10' },
  { value: String(INVITATION_USES_MAX), label: `Up to ${INVITATION_USES_MAX}` },
  { value: ANY_NUMBER, label: 'Any number' },
]
const DAYS = [
  { value: '7', label: 'A week' },
  { value: String(INVITATION_DAYS), label: `${INVITATION_DAYS} days` },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]

interface NewInvitationProps {
  readonly onCreated: (created: CreatedInvitation) => void
  readonly onCancel: () => void
}

/** The default values suit most invitations. */
export const NewInvitation = ({ onCreated, onCancel }: NewInvitationProps) => {
  const [uses, setUses] = useState('10')
  const form = useForm({
    fields: ['name', 'usesMax', 'days'],
    send: async (data) => {
      const usesMax = uses === ANY_NUMBER ? null : Number(uses)
      onCreated(
        await browserApi(createInvitation, { body: { name: readText(data, 'name'), usesMax, days: Number(readText(data, 'days')) } }),
      )
    },
  })
  return (
    <form {...form.props} aria-label="A new invitation" className="stack max-w-measure">
      <TextField
        label="Whom is it for?"
        name="name"
        dir="auto"
        autoFocus
        defaultValue="Family"
        maxLength={INVITATION_NAME_MAX_LENGTH}
        error={form.errorOf('name')}
        hint="‘Grandparents’, ‘The ward’. Everyone who opens it sees this name, too."
      />
      <ChoiceField
        legend="How many people may use it?"
        name="usesMax"
        value={uses}
        choices={USES}
        onChange={setUses}
        error={form.errorOf('usesMax')}
      />
      <SelectField label="Valid for" name="days" options={DAYS} defaultValue={String(INVITATION_DAYS)} error={form.errorOf('days')} />
      <FormMessage form={form} />
      <div className="row gap-3">
        <Button type="submit" variant="primary" busy={form.isPending}>
          Make the link
        </Button>
        <Button disabled={form.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const REACH = {
  computer: 'only this computer can open it. Others cannot',
  network: 'only devices in the same network can open it. People elsewhere cannot',
} as const

/** Where the blog has no address that others can open, the link would lead them nowhere. */
const ReachWarning = ({ publicUrl }: { readonly publicUrl: string }) => {
  const reach = reachOf(publicUrl)
  if (reach === 'everyone') return null
  return (
    <Alert kind="info">
      The link begins with {publicUrl}: {REACH[reach]}. The person who runs the blog can give it an address on the internet (the guide says
      how); make the invitation again after that.
    </Alert>
  )
}

const selectAll = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => currentTarget.select()

/** Shows the link, only once: as a code to scan, and to send or copy. */
export const NewLink = ({
  created: { invitation, link },
  onClose,
}: {
  readonly created: CreatedInvitation
  readonly onClose: () => void
}) => {
  const { name: blog, publicUrl } = useSite()
  return (
    <section aria-labelledby="new-link" className="stack max-w-measure">
      <h3 id="new-link" ref={focusOnce} tabIndex={-1} className="text-h3 outline-none wrap-anywhere">
        The invitation for {invitation.name}
      </h3>
      <div className="max-w-[22rem]">
        <QrCode text={link} label="The link as a code to scan with the camera of a phone" />
      </div>
      <ReachWarning publicUrl={publicUrl} />
      <p>
        Let others scan it, or send them the link. Everyone who has it can join the family, until{' '}
        <LocalTime at={invitation.endsAt} dayOnly className="wrap-normal" />.
      </p>
      <TextField
        label="The link"
        value={link}
        readOnly
        onFocus={selectAll}
        hint="It is shown only now. If you lose it, make a new one and revoke this one."
      />
      <div className="row gap-3">
        <ShareLink url={link} title={`An invitation to ${blog}`} label="Share or copy" className={buttonStyle('primary')} />
        <Button onClick={onClose}>Done</Button>
      </div>
    </section>
  )
}
