import type { Generated } from 'kysely'

/** An account at an identity provider that signs in to an account here. */
export interface IdentitiesTable {
  issuer: string
  subject: string
  user_id: string
  created_at: number
}

/** A way to sign in without a password: the public half of a key that a device has. */
export interface PasskeysTable {
  id: string
  user_id: string
  /** As the device names it; base64url, as is the key. */
  credential_id: string
  public_key: string
  /** How often the device has used it, as far as it counts. */
  counter: number
  /** JSON: how the device can be reached. */
  transports: string
  name: string
  created_at: number
  last_used_at: number | null
}

/** Random bytes that a passkey has to sign; good once. */
export interface PasskeyChallengesTable {
  challenge_hash: string
  /** Whose passkey is made; null where one is used. */
  user_id: string | null
  expires_at: number
}

/** A right password of an admin that waits for the second step. The client has the token of the attempt. */
export interface SecondStepsTable {
  attempt_hash: string
  user_id: string
  /** The session that is confirmed; null where one signs in. */
  session_id: string | null
  /** argon2id, as of a password: a million codes are soon tried with a fast hash. Null until one was mailed. */
  code_hash: string | null
  /** The mail in the outbox that the next code goes with. */
  mail_id: string | null
  /** When the last code was asked for. */
  mailed_at: number | null
  tries: Generated<number>
  expires_at: number
}

/** A pending sign-in with an identity provider. The browser has the flow's token in a cookie; it is used once. */
export interface SignInFlowsTable {
  flow_hash: string
  state: string
  nonce: string
  code_verifier: string
  expires_at: number
}

/** An address at which a user's feed reader finds what the user may read. */
export interface FeedTokensTable {
  id: string
  /** Of the token in the address, which is stored nowhere. */
  token_hash: string
  user_id: string
  name: string
  created_at: number
  /** The beginning of that day; null while nobody has. */
  last_used_at: number | null
}
