import { describe, expect, it } from 'vitest'
import { MEGABYTE, requireRoom } from './require-room.ts'

const needs = [
  { folder: '/opt/kindred', bytes: 700 * MEGABYTE },
  { folder: '/var/lib/kindred', bytes: 300 * MEGABYTE },
]
const disks = (free: Readonly<Record<string, number>>, id: (folder: string) => number) => async (folder: string) => ({
  id: id(folder),
  freeBytes: (free[folder] ?? 0) * MEGABYTE,
})

describe('The room for an upgrade', () => {
  it('is required on the disk of the versions and on that of the data', async () => {
    const ofOne = (home: number, data: number) =>
      requireRoom(
        needs,
        disks({ '/opt/kindred': home, '/var/lib/kindred': data }, (folder) => folder.length),
      )
    await ofOne(700, 300)
    await expect(ofOne(699, 300)).rejects.toThrow('699 MB are free on the disk of /opt/kindred; 700 MB are needed. Nothing was changed.')
    await expect(ofOne(700, 299)).rejects.toThrow('299 MB are free on the disk of /var/lib/kindred; 300 MB are needed.')
  })

  it('adds up where both are on one disk', async () => {
    const ofBoth = (free: number) =>
      requireRoom(
        needs,
        disks({ '/opt/kindred': free, '/var/lib/kindred': free }, () => 1),
      )
    await ofBoth(1000)
    await expect(ofBoth(999)).rejects.toThrow('999 MB are free on the disk of /opt/kindred; 1000 MB are needed.')
  })
})
