import { normalizeEmail } from '#platform/contract/email-address.ts'
/** The profile form as typed, and the address of a picture that was uploaded but not saved yet. */
export interface ProfileInput {
  readonly username: string
  readonly displayName: string
  readonly email: string
  readonly password: string
  readonly profilePicture: string | null
}

export type ProfileChanges = Partial<Record<keyof ProfileInput, string>>
interface Saved {
  readonly username: string
  readonly displayName?: string | undefined
  readonly email: string
  readonly profilePicture: string
}

/** Returns only the fields that differ from the account, trimmed; null if there are none. */
export const toProfileChanges = (input: ProfileInput, saved: Saved): ProfileChanges | null => {
  const username = input.username.trim()
  const displayName = input.displayName.trim()
  const email = input.email.trim()
  const password = input.password.trim()
  const changes: ProfileChanges = {
    ...(username.toLowerCase() === saved.username ? {} : { username }),
    ...(displayName === (saved.displayName ?? '') ? {} : { displayName }),
    ...(normalizeEmail(email) === saved.email ? {} : { email }),
    ...(password === '' ? {} : { password }),
    ...(input.profilePicture === null || input.profilePicture === saved.profilePicture ? {} : { profilePicture: input.profilePicture }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}
