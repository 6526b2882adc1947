import Lock from 'lucide-react/icons/lock'
import Users from 'lucide-react/icons/users'
import { type Audience, AUDIENCES, mayRead } from '#platform/contract/audiences.ts'

export const AUDIENCE_LABELS: Readonly<Record<Audience, string>> = {
  public: 'Everyone',
  family: 'Family',
  admins: 'Only admins',
}

export const AUDIENCE_OPTIONS = AUDIENCES.map((value) => ({ value, label: AUDIENCE_LABELS[value] }))

export const AUDIENCE_HINTS: Readonly<Record<Audience, string>> = {
  public: 'Everyone, also without an account',
  family: 'Family: people you have invited or approved',
  admins: 'Only admins',
}

export const readAudience = (value: FormDataEntryValue | null): Audience | undefined => AUDIENCES.find((audience) => audience === value)

const BEFORE = { public: 'everyone', family: 'only your family', admins: 'only admins' } as const
const AFTER = { public: 'everyone', family: 'your family', admins: 'only admins' } as const

/** Warning that more people will be able to read a text; null if nobody else will. */
export const audienceWarning = (before: Audience, after: Audience): string | null =>
  before !== after && mayRead(before, after) ? `Until now ${BEFORE[before]} could read this. Then ${AFTER[after]} can.` : null

const ICONS = { family: Users, admins: Lock } as const

/** Marks content that is not public. */
export const AudienceMark = ({ audience }: { readonly audience: Audience }) => {
  if (audience === 'public') return null
  const Icon = ICONS[audience]
  return (
    <span className="inline-flex items-center gap-2 text-calm">
      <Icon size={16} aria-hidden="true" />
      <span>
        <span className="sr-only">Who can read this: </span>
        {AUDIENCE_LABELS[audience]}
      </span>
    </span>
  )
}
