export interface Account {
  readonly username: string
  readonly email: string
  readonly password: string
}

export const account = (username: string): Account => ({
  username,
  email: `${username}@example.org`,
  password: `a long password of ${username}`,
})

/** Users of the seeded blog: its admin and two readers. */
export const ADMIN = account('ruthanne')
export const READER = account('ines')
export const OTHER_READER = account('otto')
