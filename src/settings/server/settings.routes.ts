import type { settingsEndpoints } from '#site/contract/settings.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { EVERYTHING } from '#platform/cache/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { getSettings, storeSettings } from '#site/server/index.ts'
import { requireRecentSignIn, type SecondStep } from '#accounts/server/index.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly secondStep: SecondStep
}

/** Settings of the blog, which admins change while it runs. */
export function settingsRoutes({ db, now, secondStep }: Dependencies): Handlers<typeof settingsEndpoints> {
  return {
    async getSettings() {
      return getSettings(db)
    },

    async updateSettings({ body, session, viewer, write }) {
      return write(async (trx, invalidate) => {
        invalidate(SITE_TAG)
        const { adminSecondStep, isClosed } = await getSettings(trx)
        // Responses to visitors share no tag, so all are invalidated.
        if (body.isClosed !== undefined && body.isClosed !== isClosed) invalidate(EVERYTHING)
        if (body.adminSecondStep !== undefined && body.adminSecondStep !== adminSecondStep) {
          await requireRecentSignIn({ now }, session)
          if (body.adminSecondStep === 'required') await requireUsableSecondStep(trx, secondStep, viewer.id)
        }
        await storeSettings(trx, body)
        return getSettings(trx)
      })
    },
  }
}

/** @throws conflict if this admin could not sign in any more */
async function requireUsableSecondStep(trx: Database, secondStep: SecondStep, userId: string): Promise<void> {
  const problem = await secondStep.findProblem(trx, userId)
  if (problem === null) return
  throw new AppError('conflict', `You could not sign in yourself. ${problem} Your profile is the place to change that.`, {
    field: 'adminSecondStep',
  })
}
