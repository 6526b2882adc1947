import { v7 as newId } from 'uuid'
import { ZodError } from 'zod'
import { createFirstAdmin, createSetupLink, findGuess } from '#accounts/server/index.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Config } from '#platform/process/config.ts'
import { StartError } from '#platform/process/start-error.ts'

/** Creates the admin of ADMIN_EMAIL, if nobody is there. @throws StartError */
export async function prepareFirstAdmin(db: Database, config: Config, print: (line: string) => void): Promise<void> {
  const { admin } = config
  if (!admin) return
  try {
    const created = await createFirstAdmin(db, admin, { now: Date.now, newId })
    if (created) print(`Created the first admin, ${admin.email}.`)
    const guess = created ? await findGuess(admin.password, [admin.email, config.site.name]) : null
    if (guess !== null) print(`ADMIN_PASSWORD is weak. ${guess} Please choose another one in your profile.`)
  } catch (error) {
    if (error instanceof ZodError) throw new StartError(`ADMIN_EMAIL or ADMIN_PASSWORD cannot be used: ${error.issues[0]?.message}`)
    if (error instanceof AppError) throw new StartError(`The first admin could not be created: ${error.message}`)
    throw error
  }
}

/** Returns next steps for a blog without an admin. Print them and never log them: the link makes its first user the admin. */
export async function adviseOnEmptyBlog(db: Database, { url, now }: { url: string; now: number }): Promise<string[]> {
  const link = await createSetupLink(db, { publicUrl: url, now })
  return link === null ? [] : [`To set up your blog, open this link:  ${link}`]
}
