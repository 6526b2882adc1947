import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS } from '#contract/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { giveBackToLimit, takeFromLimit } from '#server/platform/rate-limit.ts'

export interface SignUpCount {
  /** Lets through what came of it, and gives back the use that it was not. */
  readonly outcomeOf: <T>(creating: Promise<T>) => Promise<T>
}

/**
 * An account and the news that a name is taken count apart: trying names uses up no accounts. Both are counted before it
 * is known which it will be, or the answer at the limit would still tell names that are taken from those that are free.
 * @throws rate_limited
 */
export async function countSignUp(db: Database, { address, now }: { address: string; now: number }): Promise<SignUpCount> {
  const { signUpsPerAddress, takenSignUpsPerAddress } = RATE_LIMITS
  await takeFromLimit(db, takenSignUpsPerAddress, { key: address, now })
  try {
    await takeFromLimit(db, signUpsPerAddress, { key: address, now })
  } catch (error) {
    await giveBackToLimit(db, takenSignUpsPerAddress, address)
    throw error
  }
  return {
    async outcomeOf(creating) {
      try {
        const result = await creating
        await giveBackToLimit(db, takenSignUpsPerAddress, address)
        return result
      } catch (error) {
        if (error instanceof AppError && error.code === 'conflict') await giveBackToLimit(db, signUpsPerAddress, address)
        throw error
      }
    },
  }
}
