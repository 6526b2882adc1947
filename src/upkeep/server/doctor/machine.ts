import { lookup, Resolver } from 'node:dns/promises'
import { statfs } from 'node:fs/promises'
import { networkInterfaces, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { projectFolder } from '#platform/process/project-folder.ts'

/** What the doctor reads from the machine that it runs on. */
export interface Machine {
  readonly nodeVersion: string
  /** What this process may use: the memory of the machine, or of its container. */
  readonly memoryBytes: number
  readonly freeBytes: (folder: string) => Promise<number>
  /** Addresses of a name. Rejects as `node:dns` does. */
  readonly lookup: (name: string) => Promise<string[]>
  /** Its addresses in networks. */
  readonly addresses: () => string[]
  /** TXT records of a name. Rejects as `node:dns` does. */
  readonly resolveTxt: (name: string) => Promise<string[]>
  /** Folder of the program. */
  readonly folder: string
}

const DNS_TIMEOUT_MS = 3000

/** Asks these name servers instead of those of the system. */
export function resolverOf(servers?: readonly string[]): Pick<Machine, 'lookup' | 'resolveTxt'> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 })
  if (servers) resolver.setServers(servers)
  return {
    // The system's own way also reads /etc/hosts.
    lookup: async (name) => (servers ? resolver.resolve4(name) : (await lookup(name, { all: true })).map(({ address }) => address)),
    resolveTxt: async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
  }
}

export const THIS_MACHINE: Machine = {
  nodeVersion: process.versions.node,
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  freeBytes: async (folder) => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
  addresses: () =>
    Object.values(networkInterfaces()).flatMap((all = []) => all.filter(({ internal }) => !internal).map(({ address }) => address)),
  ...resolverOf(),
  folder: fileURLToPath(projectFolder),
}
