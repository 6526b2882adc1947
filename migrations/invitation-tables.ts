import type { ColumnType, Generated } from 'kysely'

/** A link by which people join the family. */
export interface InvitationsTable {
  id: string
  /** Hash of the token in the link; the token is not stored. */
  token_hash: string
  /** Label: 'Grandparents'. */
  name: string
  /** Maximum number of uses; null for no maximum. */
  uses_max: number | null
  used: Generated<number>
  ends_at: number
  revoked_at: ColumnType<number | null, number | null | undefined>
  /** Null when the account is deleted. */
  created_by: string | null
  created_at: number
}

/** The invitation by which a user joined the family. */
export interface InvitationUsesTable {
  user_id: string
  invitation_id: string
  used_at: number
}

/** A request to be let in. It becomes a user when an admin approves it, or an existing user family. */
export interface SignUpRequestsTable {
  id: string
  /** The user who is to become family; null for a new account. */
  user_id: ColumnType<string | null, string | null | undefined>
  username: string
  display_name: ColumnType<string | null, string | null | undefined>
  email: string
  /** Null for accounts that sign in with codes. */
  password_hash: string | null
  /** How the person introduces themselves. */
  note: string
  /** Hash of the network address that it came from; null for older ones. */
  address_hash: ColumnType<string | null, string | null | undefined>
  created_at: number
}
