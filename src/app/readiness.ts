import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import { isMigrated } from '#platform/database/migrate.ts'
import type { Logger } from '#platform/process/logger.ts'
import type { Storage } from '#media/server/index.ts'

export interface Readiness {
  /** Lists the problems that prevent the blog from serving, in plain words and without secrets; empty when ready. */
  readonly problems: () => Promise<readonly string[]>
}

interface Parts {
  readonly db: Database
  readonly storage: Storage
  readonly feed: Pick<ChangeFeed, 'isConnected'>
  readonly logger: Logger
  /** Aborted when the blog begins to stop, so that load balancers use other processes. */
  readonly ending: AbortSignal
}

const TIMEOUT_MS = 3000
/** More frequent requests get the last result. */
const REUSE_MS = 1000

export function createReadiness({ db, storage, feed, logger, ending }: Parts): Readiness {
  let last: { at: number; problems: Promise<readonly string[]> } | undefined

  const check = async (): Promise<readonly string[]> => {
    const problems = await Promise.all([
      findProblem('The database does not respond.', () => db.selectFrom('users').select('id').limit(1).execute()),
      findProblem('The database was made by another version of the blog.', async () => {
        if (!(await isMigrated(db))) throw new Error('Migrations are missing, or are newer than this version.')
      }),
      findProblem('The storage of the pictures cannot be reached.', () => storage.check()),
      findProblem('Changes by other processes are not heard.', async () => {
        if (!feed.isConnected()) throw new Error('The connection for change notifications is lost or silent.')
      }),
    ])
    return problems.filter((problem) => problem !== undefined)
  }

  async function findProblem(problem: string, check: () => Promise<unknown>): Promise<string | undefined> {
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('It took too long.')), TIMEOUT_MS)
    try {
      await Promise.race([check(), timeout])
      return undefined
    } catch (error) {
      logger.warn({ err: error, problem }, 'not ready')
      return problem
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async problems() {
      if (ending.aborted) return ['The blog is stopping.']
      if (!last || performance.now() - last.at > REUSE_MS) last = { at: performance.now(), problems: check() }
      return last.problems
    },
  }
}
