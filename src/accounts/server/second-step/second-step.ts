import { AppError, type SecondStep as SecondStepDetails } from '#platform/contract/errors.ts'
import { RATE_LIMITS } from '#platform/contract/limits.ts'
import { getSettings } from '#site/server/index.ts'
import { createAttempt, noteMail } from './second-step-attempts.store.ts'
import type { ChangeFeed } from '#platform/cache/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'

interface Dependencies {
  readonly db: Database
  readonly write: ChangeFeed['write']
  readonly now: () => number
  readonly outbox: Outbox
  /** Whether the blog's address allows passkeys. */
  readonly passkeys: boolean
}

interface User {
  readonly id: string
  readonly isAdmin: boolean
}

/** Second factor of admins, if the settings require it (decision 41). */
export interface SecondStep {
  /**
   * Call after the first factor was verified, before granting access.
   * @param sessionId session to confirm; null for a sign-in
   * @throws second_step_required if it is due; forbidden if the admin has neither passkey nor mail
   */
  readonly require: (user: User, sessionId: string | null) => Promise<void>
  /** Mails a code for an attempt. @throws rate_limited */
  readonly mailCode: (trx: Database, attempt: { userId: string; attempt: string }) => Promise<void>
  /** Returns, as a sentence, why this admin could not pass the second step; null if they could. */
  readonly findProblem: (db: Database, userId: string) => Promise<string | null>
}

const NO_WAY =
  'Admins of this blog need a second step to sign in, but you have no passkey, and the blog cannot send mail. The people who run it can help: npm run blog -- user second-step --off'
const CODE_SENT = 'We have sent a code of six digits to your email address. It is good for ten minutes.'
const BOTH = 'One more step: please use your passkey, or have a code sent to your email address.'
const PASSKEY_ALONE = 'One more step: please use your passkey.'

export function createSecondStep(dependencies: Dependencies): SecondStep {
  const { db, write, now, outbox, passkeys } = dependencies

  const hasPasskey = async (reader: Database, userId: string) => {
    if (!passkeys) return false
    const query = reader.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1)
    return (await query.executeTakeFirst()) !== undefined
  }

  const mailCode: SecondStep['mailCode'] = async (trx, { userId, attempt }) => {
    await takeFromLimit(trx, RATE_LIMITS.secondStepMailsPerUser, { key: userId, now: now() })
    const { email } = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
    await noteMail(trx, { attempt, now: now(), mailId: await outbox.put(trx, { kind: 'second_step', email }) })
  }

  const begin = async (trx: Database, userId: string, sessionId: string | null): Promise<SecondStepDetails> => {
    const isPasskeyThere = await hasPasskey(trx, userId)
    const attempt = await createAttempt(trx, { userId, sessionId, now: now() })
    const isCodeSent = !isPasskeyThere
    if (isCodeSent) await mailCode(trx, { userId, attempt })
    const ways = [...(isPasskeyThere ? (['passkey'] as const) : []), ...(outbox.isOpen ? (['code'] as const) : [])]
    return { attempt, ways, isCodeSent }
  }

  return {
    mailCode,

    async require({ id, isAdmin }, sessionId) {
      if (!isAdmin || (await getSettings(db)).adminSecondStep === 'none') return
      if (!outbox.isOpen && !(await hasPasskey(db, id))) throw new AppError('forbidden', NO_WAY)
      const secondStep = await write((trx) => begin(trx, id, sessionId))
      throw new AppError('second_step_required', describe(secondStep), { secondStep })
    },

    async findProblem(reader, userId) {
      if (await hasPasskey(reader, userId)) return null
      if (!outbox.isOpen) return 'This blog cannot send mail, so a passkey of yours is the only second step.'
      const user = await reader.selectFrom('users').select('email_verified').where('id', '=', userId).executeTakeFirstOrThrow()
      return user.email_verified === 1 ? null : 'Without a passkey the code comes by mail, and your email address is not confirmed yet.'
    },
  }
}

const describe = ({ ways, isCodeSent }: SecondStepDetails) => (isCodeSent ? CODE_SENT : ways.includes('code') ? BOTH : PASSKEY_ALONE)
