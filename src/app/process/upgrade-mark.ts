import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { StartError } from '#platform/process/start-error.ts'

/**
 * A file of the data folder, from `kindred prepare`: a new version starts, and until it has deleted the file the version before
 * may come back with a copy of the data (decision 83). So nothing but its migrations is written meanwhile.
 */
const markOf = (folder: string) => join(folder, 'upgrade-watch')

export const isUpgrading = (folder: string): boolean => existsSync(markOf(folder))

/** From now on the new version stays. A power cut must not bring the mark back after the first write. */
export function endUpgrade(folder: string): void {
  rmSync(markOf(folder), { force: true })
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

/** Requests the first page at an address of its own. @throws StartError */
export async function requireFirstPage(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { redirect: 'manual' })
    await response.body?.cancel()
    if (response.status >= 500) throw new StartError(`The first page has the status ${response.status}.`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
