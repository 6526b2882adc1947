import { fileURLToPath } from 'node:url'
import { findFreePort } from '#tests/support/free-port.ts'
import { type Process, startScript } from './processes.ts'

export interface RunningBlog extends Process {
  /** Its address, without a slash at the end. */
  readonly base: string
}

/** The real, built blog in a process of its own, on data that is there. */
export async function startBlog(dataDir: string, env: Record<string, string> = {}): Promise<RunningBlog> {
  const settings = { PORT: String(await findFreePort()), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn', DATABASE_URL: '', ...env }
  const main = fileURLToPath(new URL('../src/server/process/main.mjs', import.meta.url))
  const process = await startScript(main, { env: settings, ready: /is ready/ })
  return { ...process, base: /http:\S+/.exec(process.line)?.[0] ?? '' }
}
