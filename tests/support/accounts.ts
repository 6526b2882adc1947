/** Somebody with a password. */
export interface Account {
  readonly username: string
  readonly email: string
  readonly password: string
}

const account = (username: string): Account => ({ username, email: `${username}@example.org`, password: `a long password of ${username}` })

/** Who the seeded blog of the journeys belongs to, and two who read it. */
export const ADMIN = account('ruthanne')
export const READER = account('ines')
export const OTHER_READER = account('otto')
