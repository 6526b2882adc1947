import { AppError } from '#platform/contract/errors.ts'
import { PASSWORD_MIN_LENGTH } from '#accounts/contract/account-limits.ts'
import { foldName } from '#accounts/server/users/fold-name.ts'

let common: Promise<ReadonlySet<string>> | undefined

/** Loaded at the first use: a process that sets no password needs no list. */
const loadCommon = (): Promise<ReadonlySet<string>> =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN_LENGTH)),
  ))

/**
 * Returns why a password would be guessed first, as a sentence; null if it would not.
 * @param names of the account and the blog, and the email
 */
export async function findGuess(password: string, names: readonly (string | null | undefined)[]): Promise<string | null> {
  if ((await loadCommon()).has(password.toLowerCase())) return 'This password is one of the first that others would try.'
  const folded = foldName(password)
  const known = names.flatMap((name) => [name ?? '', name?.split('@')[0] ?? '']).map(foldName)
  return folded !== '' && known.includes(folded) ? 'Others would try this password: it is a name that they know.' : null
}

/** Refuses new passwords only: existing ones keep working (decision 74). @throws bad_request */
export async function refuseGuessable(password: string, names: readonly (string | null | undefined)[]): Promise<void> {
  const guess = await findGuess(password, names)
  if (guess === null) return
  throw new AppError(
    'bad_request',
    `${guess} Please choose another one; three or four words that have nothing to do with each other are good.`,
    {
      field: 'password',
    },
  )
}
