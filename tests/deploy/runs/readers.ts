import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

interface Page {
  readonly path: string
  /** What stands in each response. */
  readonly marker: string
}

export interface Readers {
  readonly end: () => Promise<{ requests: number; lost: string[]; wrong: string[]; longestMs: number }>
}

const TIMEOUT_MS = 120_000

/** Requests pages at a steady rate, whether the responses come or not. */
export function startReaders(url: string, pages: readonly Page[], perSecond: number): Readers {
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 })
  const [lost, wrong]: [string[], string[]] = [[], []]
  const running = new Set<Promise<void>>()
  let [requests, longestMs, isOver] = [0, 0, false]
  const read = async ({ path, marker }: Page) => {
    const begun = performance.now()
    const response = await get(url + path, agent).catch((error: Error) => error)
    longestMs = Math.max(longestMs, performance.now() - begun)
    if (response instanceof Error) lost.push(`${path}: ${response.message}`)
    else if (response.status !== 200 || !response.text.includes(marker))
      wrong.push(`${path}: ${response.status} ${response.text.slice(0, 100)}`)
  }
  const loop = async () => {
    const begun = performance.now()
    while (!isOver) {
      const due = Math.floor(((performance.now() - begun) / 1000) * perSecond)
      for (; requests < due; requests += 1) {
        const page = pages[requests % pages.length]
        if (!page) break
        const reading = read(page).finally(() => running.delete(reading))
        running.add(reading)
      }
      await sleep(5)
    }
  }
  const looping = loop()
  return {
    async end() {
      isOver = true
      await looping
      await Promise.all(running)
      agent.destroy()
      return { requests, lost, wrong, longestMs: Math.round(longestMs) }
    },
  }
}

function get(url: string, agent: Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, timeout: TIMEOUT_MS }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('no response')))
    sent.on('error', (error: NodeJS.ErrnoException) =>
      // As each browser does: the proxy has closed an idle connection at the same moment.
      sent.reusedSocket && error.code === 'ECONNRESET' ? resolve(get(url, agent)) : reject(error),
    )
    sent.end()
  })
}
