import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'

/**
 * Writes a file atomically and creates its folder if missing. Once this resolves, the file survives a power cut
 * (decision 21).
 * @param temporary written first and then renamed; must differ between writers of the same file
 */
export async function putFile(
  path: string,
  content: Uint8Array | string | Readable,
  temporary = `${path}.${randomBytes(6).toString('hex')}.part`,
): Promise<void> {
  const folder = dirname(path)
  await makeFolder(folder)
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    await sync(folder)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Creates a folder durably: it survives a power cut only once its parent folder has been synced, too. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; ; made = dirname(made)) {
    await sync(dirname(made))
    if (made === first || dirname(made) === made) return
  }
}

/** Waits until the content of a file, or the list of names in a folder, is on the disk. */
export async function sync(path: string): Promise<void> {
  // Windows cannot open folders; the journal of its file system makes them durable.
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (process.platform === 'win32' && ['EISDIR', 'EPERM', 'EACCES'].includes(error.code ?? '')) return undefined
    throw error
  })
  if (!handle) return
  try {
    await handle.sync()
  } catch (error) {
    if (process.platform !== 'win32') throw error
  } finally {
    await handle.close()
  }
}
