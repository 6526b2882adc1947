import { AppError } from '#platform/contract/errors.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import type { linkEndpoints } from '#site/contract/links.endpoints.ts'
import type { lookEndpoints } from '#site/contract/look.endpoints.ts'
import type { settingsEndpoints } from '#site/contract/settings.endpoints.ts'
import type { siteEndpoints } from '#site/contract/site.endpoints.ts'
import { letIn, requireRecentSignIn, type SecondStep } from '#accounts/server/index.ts'
import {
  changeBlogWords,
  changeLook,
  changeSettings,
  getBlogWords,
  getFooterLinks,
  getLook,
  getSettings,
  MOVED_READERS,
  type SiteConfig,
  removeSetting,
  storeFooterLinks,
  withLegalDate,
} from '#site/server/index.ts'
import { ANY_USER_TAG, SITE_TAG, userTag } from '#platform/cache/cache-tags.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { categoryRoutes } from './categories/categories.routes.ts'
import { checklistRoutes } from './checklist/checklist.routes.ts'
import { getReaders } from './readers.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly siteConfig: SiteConfig
  readonly secondStep: SecondStep
}

/** What admins read and change in the dashboard's settings and in the set-up. */
export const settingsRoutes = (dependencies: Dependencies) => ({
  ...blogSettingsRoutes(dependencies),
  ...wordsRoutes(dependencies),
  ...lookRoutes(dependencies),
  ...linkRoutes(dependencies),
  ...categoryRoutes(dependencies),
  ...checklistRoutes(dependencies),
})

const CHANGED_MEANWHILE = 'Another admin has changed who may read. Please load this page again, and choose then.'

/** Settings of the blog, which admins change while it runs. */
function blogSettingsRoutes({ db, now, secondStep, siteConfig }: Dependencies): Handlers<typeof settingsEndpoints> {
  return {
    async getSettings() {
      return getSettings(db)
    },

    async getReaders() {
      return getReaders(db, now())
    },

    async dismissMoved({ write }) {
      await write((trx) => removeSetting(trx, MOVED_READERS))
      return { success: true, message: 'This is not said again.' }
    },

    async updateSettings({ body: { wasClosed, letIn: ids = [], ...body }, session, viewer, write }) {
      return write(async (trx, invalidate) => {
        const { adminSecondStep, isClosed } = await getSettings(trx)
        if (wasClosed !== undefined && wasClosed !== isClosed) throw new AppError('conflict', CHANGED_MEANWHILE)
        const changesSecondStep = body.adminSecondStep !== undefined && body.adminSecondStep !== adminSecondStep
        // Depends on the body and the stored settings: only to let others read, or to change how admins sign in.
        if ((isClosed && body.isClosed === false) || ids.length > 0 || changesSecondStep) requireRecentSignIn(session, now())
        if (ids.length > 0) invalidate(...(await letIn(trx, ids)).map(userTag), ANY_USER_TAG)
        if (changesSecondStep && body.adminSecondStep === 'required') await requireUsableSecondStep(trx, secondStep, viewer.id)
        await withLegalDate(trx, { siteConfig, now: now() }, async () => invalidate(...(await changeSettings(trx, body))))
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

/** Name, author and other texts of the blog. */
function wordsRoutes({ db, siteConfig, now }: Dependencies): Handlers<Omit<typeof siteEndpoints, 'getSite'>> {
  return {
    async getBlogWords() {
      return getBlogWords(db, siteConfig)
    },

    async updateBlogWords({ body, write }) {
      return write(async (trx, invalidate) => {
        invalidate(SITE_TAG)
        await withLegalDate(trx, { siteConfig, now: now() }, () => changeBlogWords(trx, body))
        return getBlogWords(trx, siteConfig)
      })
    },
  }
}

function lookRoutes({ db }: Dependencies): Handlers<typeof lookEndpoints> {
  return {
    async getLook() {
      return getLook(db)
    },

    async updateLook({ body, write }) {
      return write(async (trx, invalidate) => {
        await requirePicture(trx, 'homePicture', body.homePicture)
        await requirePicture(trx, 'logo', body.logo)
        invalidate(SITE_TAG)
        await changeLook(trx, body)
        return getLook(trx)
      })
    },
  }
}

/** @throws bad_request if an uploaded picture is not stored (any more) */
async function requirePicture(trx: Database, field: string, address: string | undefined): Promise<void> {
  const picture = address === undefined ? null : readPictureAddress(address)
  if (picture === null) return
  const stored = await trx.selectFrom('pictures').select('address').where('folder', '=', picture.folder).executeTakeFirst()
  if (stored?.address !== address)
    throw new AppError('bad_request', 'This picture is not stored here any more. Please upload it again.', { field })
}

/** Links of the footer. */
function linkRoutes({ db, siteConfig, now }: Dependencies): Handlers<typeof linkEndpoints> {
  return {
    async getLinks() {
      return { links: await getFooterLinks(db, siteConfig) }
    },

    async updateLinks({ body: { links }, write }) {
      return write(async (trx, invalidate) => {
        invalidate(SITE_TAG)
        await withLegalDate(trx, { siteConfig, now: now() }, () => storeFooterLinks(trx, links))
        return { links: await getFooterLinks(trx, siteConfig) }
      })
    },
  }
}
