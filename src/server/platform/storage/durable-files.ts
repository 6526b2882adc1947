import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Puts a whole file in place, in a folder that is made where it is missing. When this resolves, a power cut cannot take
 * it away (decision 21).
 * @param temporary where it is written before; several may write the same file at once
 */
export async function putFile(
  path: string,
  bytes: Uint8Array | string,
  temporary = `${path}.${randomBytes(6).toString('hex')}.part`,
): Promise<void> {
  const folder = dirname(path)
  await makeFolder(folder)
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
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

/** A folder survives a power cut only when the one that it lies in has reached the disk, too. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; ; made = dirname(made)) {
    await sync(dirname(made))
    if (made === first || dirname(made) === made) return
  }
}

/** Waits until what was written to a file, or which names lie in a folder, is on the disk. */
export async function sync(path: string): Promise<void> {
  // Windows opens no folders; its own journal keeps them.
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
