import type { UploadResult } from '#media/contract/uploads.ts'
import { formatsOf, readPictureAddress, variantKey, widthsOf } from '#media/contract/picture-address.ts'
import { photograph } from '#tests/support/media/pictures.ts'
import { type TusResponse, tusClient } from '#tests/support/media/tus.ts'
import { InDoubt, type Person, Refused } from './person.ts'
import type { Client, World } from './world.ts'

const PART_BYTES = 6 * 1024

interface Upload {
  readonly url: string
  readonly bytes: Buffer
  /** Bytes that the blog acknowledged. */
  acknowledged: number
  /** False after an interruption: the offset must be read first. */
  isOffsetKnown: boolean
}

/** Sends pictures, small ones in one request and large ones in parts, and resumes interrupted uploads. */
export async function createUploader(world: World, admin: Person): Promise<Client> {
  const { ledger, random, problems } = world
  const tus = tusClient(admin)
  const small = await photograph(60, 40, 70)
  const large = await photograph(160, 120, 100)
  let current: Upload | undefined

  const begin = async (): Promise<void> => {
    const isSmall = random.chance(0.5)
    const bytes = isSmall ? small : large
    const { url } = await ledger.write([], async () =>
      accepted(await (isSmall ? tus.send({ kind: 'post', bytes }) : tus.create({ kind: 'post', size: bytes.byteLength }))),
    )
    current = { url, bytes, acknowledged: isSmall ? bytes.byteLength : 0, isOffsetKnown: true }
  }
  const readOffset = async (upload: Upload): Promise<void> => {
    const { headers } = accepted(await tus.head(upload.url))
    const offset = Number(headers.get('upload-offset'))
    if (offset < upload.acknowledged)
      problems.push(`upload ${upload.url}: ${upload.acknowledged} bytes were acknowledged, ${offset} are stored`)
    upload.acknowledged = offset
    upload.isOffsetKnown = true
  }
  const sendPart = async (upload: Upload): Promise<void> => {
    const part = upload.bytes.subarray(upload.acknowledged, upload.acknowledged + PART_BYTES)
    const { headers } = await ledger.write([], async () => accepted(await tus.patch(upload.url, upload.acknowledged, part)))
    upload.acknowledged = Number(headers.get('upload-offset'))
  }
  const readAddress = async ({ url }: Upload): Promise<void> => {
    const result = (await admin.call('GET', url)) as UploadResult
    if (result.state === 'receiving') problems.push(`upload ${url}: all bytes were acknowledged, the blog waits for more`)
    if (result.state !== 'done') return
    world.pictures.push(result.url)
    ledger.acknowledged += 1
    current = undefined
  }
  const resume = async (upload: Upload): Promise<void> => {
    if (!upload.isOffsetKnown) return readOffset(upload)
    if (upload.acknowledged < upload.bytes.byteLength) return sendPart(upload)
    return readAddress(upload)
  }

  return {
    name: 'uploader',
    isIdle: () => current === undefined,
    async act() {
      if (!current) return begin()
      const upload = current
      try {
        await resume(upload)
      } catch (error) {
        upload.isOffsetKnown = false
        if (error instanceof Refused && ![409, 423, 429].includes(error.status)) {
          problems.push(`upload ${upload.url}: ${error.message}`)
          current = undefined
        }
        throw error
      }
    },
  }
}

function accepted<T extends TusResponse>(response: T): T {
  const { status, error } = response
  if (status < 400) return response
  const message = error?.message ?? 'no message'
  throw status >= 500 ? new InDoubt(status, message) : new Refused(status, message)
}

/** Reads every variant of the pictures. @returns a line for each that is missing or damaged */
export async function findBrokenPictures(person: Person, addresses: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  for (const address of addresses) {
    const picture = readPictureAddress(address)
    if (!picture) {
      problems.push(`picture ${address}: no address of ours`)
      continue
    }
    const keys = widthsOf(picture.width).flatMap((width) => formatsOf(picture.format).map((format) => variantKey(picture, width, format)))
    for (const key of keys) {
      const response = await person.send(`/files/${key}`, {})
      const bytes = await response.arrayBuffer()
      if (response.status !== 200 || bytes.byteLength < 50)
        problems.push(`picture /files/${key}: ${response.status}, ${bytes.byteLength} bytes`)
    }
  }
  return problems
}
