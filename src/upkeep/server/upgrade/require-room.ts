import { stat, statfs } from 'node:fs/promises'
import { AppError } from '#platform/contract/errors.ts'

interface Need {
  readonly folder: string
  readonly bytes: number
}

interface Disk {
  readonly id: number
  readonly freeBytes: number
}

export const MEGABYTE = 1024 * 1024

/** What is needed in several folders of one disk adds up. @throws bad_request with the disk, what is free and what is needed */
export async function requireRoom(needs: readonly Need[], readDisk = diskOf): Promise<void> {
  const asked = await Promise.all(needs.map(async (need) => ({ ...need, disk: await readDisk(need.folder) })))
  for (const { folder, disk } of asked) {
    const bytes = asked.filter((other) => other.disk.id === disk.id).reduce((sum, other) => sum + other.bytes, 0)
    if (disk.freeBytes >= bytes) continue
    throw new AppError(
      'bad_request',
      `${Math.floor(disk.freeBytes / MEGABYTE)} MB are free on the disk of ${folder}; ${Math.ceil(bytes / MEGABYTE)} MB are needed. Nothing was changed.`,
    )
  }
}

async function diskOf(folder: string): Promise<Disk> {
  const [{ dev }, { bavail, bsize }] = await Promise.all([stat(folder), statfs(folder)])
  return { id: dev, freeBytes: bavail * bsize }
}
