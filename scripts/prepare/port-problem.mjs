import { createServer } from 'node:net'

/**
 * Checks whether the blog's port is taken, before packages are installed and pages are built. The blog itself reports
 * other problems with HOST or PORT.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<string | undefined>} the same message as in src/platform/http/server.ts
 */
export const portProblem = (env) => {
  const host = (env.HOST ?? '').trim() || '127.0.0.1'
  const text = (env.PORT ?? '').trim() || '3000'
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) return Promise.resolve(undefined)
  const port = Number(text)
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }) =>
      resolve(
        code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is taken by another program. Set PORT to a free one, or stop the other.`
          : undefined,
      ),
    )
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
