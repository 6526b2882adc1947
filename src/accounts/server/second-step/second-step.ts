import { AppError, type SecondStep as SecondStepDetails } from '#platform/contract/errors.ts'
import { getSettings } from '#site/server/index.ts'
import { arePasskeysAllowed } from '#accounts/server/passkeys/webauthn.ts'
import { lockAccount } from '#accounts/server/users/users.store.ts'
import { createAttempt } from '#accounts/server/codes/codes.store.ts'
import { mailSecondStep } from '#accounts/server/codes/mail-code.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Outbox } from '#platform/mail/outbox.ts'

interface Dependencies {
  readonly db: Database
  readonly write: ChangeFeed['write']
  readonly now: () => number
  readonly outbox: Outbox
  readonly publicUrl: string
}

interface User {
  readonly id: string
  readonly isAdmin: boolean
  /** What the password was checked against, where it was: an attempt must not outlive it. */
  readonly passwordHash?: string | null | undefined
}

/** Second factor of admins, if the settings require it (decision 74). A passkey is both factors at once. */
export interface SecondStep {
  /**
   * Call after the password or the identity was verified, before granting access. For a user who needs a second step it begins
   * one and throws; the endpoints of codes then grant the access.
   * @param sessionId session to confirm; null for a sign-in
   * @throws second_step_required; forbidden if the admin has neither passkey nor mail
   */
  readonly refuseUntilPassed: (user: User, sessionId: string | null) => Promise<void>
  /** Whether the settings require one of admins. */
  readonly isRequired: (db: Database) => Promise<boolean>
  /** Returns, as a sentence, why this admin could not pass the second step; null if they could. */
  readonly findProblem: (db: Database, userId: string) => Promise<string | null>
  /** Like `findProblem`, but null while the settings require no second step. */
  readonly findLockOut: (db: Database, userId: string) => Promise<string | null>
}

const NO_WAY =
  'Admins of this blog need a second step to sign in, but you have no passkey, and the blog cannot send mail. The people who run it can help: npm run blog -- user second-step --off'
const CODE_SENT = 'We have sent a code of six digits to your email address. It is valid for ten minutes.'
const BOTH = 'One more step: please use your passkey, or have a code sent to your email address.'
const PASSKEY_ALONE = 'One more step: please use your passkey.'

export function createSecondStep(dependencies: Dependencies): SecondStep {
  const { db, write, now, outbox } = dependencies
  const mayHavePasskey = arePasskeysAllowed(dependencies.publicUrl)
  const isRequired = async (reader: Database) => (await getSettings(reader)).adminSecondStep === 'required'

  const hasPasskey = async (reader: Database, userId: string) => {
    if (!mayHavePasskey) return false
    const query = reader.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1)
    return (await query.executeTakeFirst()) !== undefined
  }

  const begin = async (trx: Database, userId: string, sessionId: string | null): Promise<SecondStepDetails> => {
    const isPasskeyThere = await hasPasskey(trx, userId)
    const { email } = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
    const attempt = await createAttempt(trx, { purpose: 'second_step', email, userId, sessionId, now: now() })
    const isCodeSent = !isPasskeyThere
    if (isCodeSent) await mailSecondStep(trx, { userId, attempt, email, now: now(), outbox })
    const ways = [...(isPasskeyThere ? (['passkey'] as const) : []), ...(outbox.isOpen ? (['code'] as const) : [])]
    return { attempt, ways, isCodeSent }
  }

  const findProblem: SecondStep['findProblem'] = async (reader, userId) => {
    if (await hasPasskey(reader, userId)) return null
    if (!outbox.isOpen) return 'This blog cannot send mail, so a passkey of yours is the only second step.'
    const user = await reader.selectFrom('users').select('email_verified').where('id', '=', userId).executeTakeFirstOrThrow()
    return user.email_verified === 1 ? null : 'Without a passkey the code comes by mail, and your email address is not confirmed yet.'
  }

  return {
    isRequired,
    findProblem,
    findLockOut: async (reader, userId) => ((await isRequired(reader)) ? findProblem(reader, userId) : null),

    async refuseUntilPassed({ id, isAdmin, passwordHash }, sessionId) {
      if (!isAdmin || !(await isRequired(db))) return
      if (!outbox.isOpen && !(await hasPasskey(db, id))) throw new AppError('forbidden', NO_WAY)
      const secondStep = await write(async (trx) => {
        await lockAccount(trx, id, passwordHash)
        return begin(trx, id, sessionId)
      })
      throw new AppError('second_step_required', describe(secondStep), { secondStep })
    },
  }
}

const describe = ({ ways, isCodeSent }: SecondStepDetails) => (isCodeSent ? CODE_SENT : ways.includes('code') ? BOTH : PASSKEY_ALONE)
