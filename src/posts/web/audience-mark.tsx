import Lock from 'lucide-react/icons/lock'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import Users from 'lucide-react/icons/users'
import type { Audience } from '#platform/contract/audiences.ts'
import { AUDIENCE_LABELS } from './audience-words.ts'

const ICONS = { readers: UserRoundCheck, family: Users, admins: Lock } as const

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
