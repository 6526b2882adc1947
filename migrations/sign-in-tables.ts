import type { ColumnType, Generated } from 'kysely'

/** An account at an identity provider that signs in to a Kindred account. */
export interface IdentitiesTable {
  issuer: string
  subject: string
  user_id: string
  created_at: number
}

/** Public key of a passkey. */
export interface PasskeysTable {
  id: string
  user_id: string
  /** base64url, as is the public key. */
  credential_id: string
  public_key: string
  /** Signature counter; stays 0 on devices that do not count. */
  counter: number
  /** JSON array of WebAuthn transports. */
  transports: string
  name: string
  created_at: number
  last_used_at: number | null
}

/** Random bytes for a passkey to sign; used once. */
export interface PasskeyChallengesTable {
  challenge_hash: string
  /** User who creates a passkey; null for a sign-in with one. */
  user_id: string | null
  expires_at: number
}

/** A request for a code by mail. The browser that asked has the token of the attempt. */
export interface MailedCodesTable {
  attempt_hash: string
  /** `second_step`: of an admin, after the right password. */
  purpose: 'sign_in' | 'second_step'
  /** Address that the code is mailed to; nobody's, perhaps. */
  email: string
  /** Owner of the address; for `sign_in` null until a code is mailed. */
  user_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Session to confirm; null for a sign-in. */
  session_id: ColumnType<string | null, string | null | undefined, string | null>
  /** argon2id, as a million codes are quickly tried with a fast hash. Null until a code is mailed. */
  code_hash: ColumnType<string | null, string | null | undefined, string | null>
  code_ends_at: ColumnType<number | null, number | null | undefined, number | null>
  /** Mail in the outbox that will contain the next code. */
  mail_id: ColumnType<string | null, string | null | undefined, string | null>
  /** When the last code was requested. */
  mailed_at: ColumnType<number | null, number | null | undefined, number | null>
  tries: Generated<number>
  expires_at: number
}

/** A pending sign-in with an identity provider. The browser has the flow's token in a cookie; each flow is used once. */
export interface SignInFlowsTable {
  flow_hash: string
  state: string
  nonce: string
  code_verifier: string
  expires_at: number
}

/** Address of a private feed with the posts that its user may read. */
export interface FeedTokensTable {
  id: string
  /** Hash of the token in the address; the token is not stored. */
  token_hash: string
  user_id: string
  created_at: number
  /** Start of the day of the last read; null before the first. */
  last_used_at: number | null
}
