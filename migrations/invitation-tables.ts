import type { ColumnType, Generated } from 'kysely'

/** A link that lets people into the family. */
export interface InvitationsTable {
  id: string
  /** Of the link's token, which is stored nowhere. */
  token_hash: string
  /** For the admins: 'Grandparents'. */
  name: string
  /** How many people may come by it; null: as many as open it in time. */
  uses_max: number | null
  used: Generated<number>
  ends_at: number
  revoked_at: ColumnType<number | null, number | null | undefined>
  /** Null where the account is deleted. */
  created_by: string | null
  created_at: number
}

/** By which invitation a user joined the family. */
export interface InvitationUsesTable {
  user_id: string
  invitation_id: string
  used_at: number
}

/** An account that was asked for. It becomes a user when an admin lets them in. */
export interface SignUpRequestsTable {
  id: string
  username: string
  email: string
  password_hash: string
  /** Who they say they are. */
  note: string
  created_at: number
}
