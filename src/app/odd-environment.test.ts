import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { StartError } from '#platform/process/start-error.ts'
import { createPages } from '#app/web/entry-server.tsx'
import { makeDataFolder } from '#tests/support/blog/data-folder.ts'
import { ENVIRONMENT_ROWS, type Environment, type EnvironmentRow } from '#tests/support/tables/environment-rows.ts'
import { type MailServer, startMailServer } from '#tests/support/mail/mail-server.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'
import { startBlog } from './start.ts'

/** A blog behind a proxy waits for idle connections when it stops. */
const ONCE = { headers: { connection: 'close' } }

/** Starts a blog with each variable at odd values: it serves, or stops with one line that names the variable. */
describe('The operator’s settings at odd values', () => {
  let server: MailServer
  beforeAll(async () => void (server = await startMailServer()))
  afterAll(() => server.stop())

  const start = async (env: Environment) => {
    const given = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: makeDataFolder(), LOG_LEVEL: 'silent', ...env }
    return startBlog({ env: given, loadPages: async () => createPages(null), print: () => {} })
  }
  const withName = (name: string, value: string | Environment): Environment => (typeof value === 'string' ? { [name]: value } : value)

  describe.each(Object.entries<EnvironmentRow>(ENVIRONMENT_ROWS))('%s', (name, { allowed, refused, works }) => {
    it('starts a blog that serves', async () => {
      const values = typeof allowed === 'function' ? await allowed({ folder: makeFolder(), server }) : allowed
      for (const value of values) {
        const env = withName(name, value)
        const blog = await start(env).catch((cause: unknown) => {
          throw new Error(`The blog does not start with ${JSON.stringify(env)}`, { cause })
        })
        onTestFinished(blog.close)
        // A wildcard is no address to call.
        const url = blog.url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')

        for (const path of ['/', '/feed.xml', '/readyz'])
          expect((await fetch(url + path, ONCE)).status, `${path} with ${JSON.stringify(env)}`).toBe(200)
        await works?.({ url, env, server })
        await blog.close()
      }
    })

    it.runIf(refused.length > 0)('ends a start that cannot work with one line that names it', async () => {
      for (const value of refused) {
        const env = withName(name, value)
        const error = await start(env).then(
          (blog) => blog.close().then(() => 'it starts'),
          (reason: unknown) => reason,
        )
        expect(error, JSON.stringify(env)).toBeInstanceOf(StartError)
        const lines = (error as StartError).message.split('\n')
        expect(lines, JSON.stringify(env)).toEqual([expect.stringContaining(name)])
      }
    })
  })
})
