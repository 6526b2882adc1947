import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { portProblem } from './port-problem.mjs'

describe('portProblem', () => {
  it('returns the same message as the blog for a port that is taken', async () => {
    const other = createServer()
    await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address()
    expect(await portProblem({ PORT: String(port) })).toBe(
      `Port ${port} on 127.0.0.1 is taken by another program. Set PORT to a free one, or stop the other.`,
    )
  })

  it.each([[{ PORT: '0' }], [{ PORT: 'many' }], [{ PORT: '70000' }], [{ PORT: '0', HOST: 'no host' }]])(
    'returns undefined for %j, which the blog itself checks',
    async (env) => expect(await portProblem(env)).toBeUndefined(),
  )
})
