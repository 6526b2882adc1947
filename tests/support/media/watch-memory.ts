import { readdirSync, readFileSync } from 'node:fs'

const INTERVAL_MS = 200

/** In megabytes. */
export interface MemoryPeaks {
  /** Of all processes together; what they share counts once. */
  readonly together: number
  /** Of the process that the others belong to, with what it shares. */
  readonly server: number
  /** Of the largest of the others. */
  readonly child: number
}

/** Reads the memory of a process and of those that it started five times a second, until the returned function is called. Linux. */
export function watchMemory(pid: number): () => MemoryPeaks {
  let [together, server, child] = [0, 0, 0]
  const timer = setInterval(() => {
    const children = childrenOf(pid)
    server = Math.max(server, read('status', pid, /^VmHWM:\s+(\d+)/m))
    child = Math.max(child, ...children.map((each) => read('status', each, /^VmHWM:\s+(\d+)/m)))
    together = Math.max(
      together,
      [pid, ...children].map((each) => read('smaps_rollup', each, /^Pss:\s+(\d+)/m)).reduce((sum, each) => sum + each, 0),
    )
  }, INTERVAL_MS)
  return () => {
    clearInterval(timer)
    const inMegabytes = (kilobytes: number) => Math.round(kilobytes / 1024)
    return { together: inMegabytes(together), server: inMegabytes(server), child: inMegabytes(child) }
  }
}

/** The processes that a process started, and theirs. */
function childrenOf(pid: number, parents = readParents()): number[] {
  const own = parents.filter(({ parent }) => parent === pid).map(({ id }) => id)
  return own.flatMap((id) => [id, ...childrenOf(id, parents)])
}

const readParents = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ id: Number(name), parent: read('status', Number(name), /^PPid:\s+(\d+)/m) }))

/** A number from a file of a process; 0 for one that has ended. */
function read(file: string, pid: number, pattern: RegExp): number {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Resident memory of a process, in megabytes. */
export const residentMb = (pid: number): number => Math.round(read('status', pid, /^VmRSS:\s+(\d+)/m) / 1024)
