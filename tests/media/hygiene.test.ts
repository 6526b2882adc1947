import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanFile } from '#media/server/cleaning/clean-file.ts'
import { type FileParts, storeFile, storeImportedFile } from '#media/server/files/store-file.ts'
import { OLD_VIDEOS, oldVideo } from '#tests/support/media/old-videos.ts'
import { MP4_PLACES } from '#tests/cases/planted/plant-mp4.ts'
import { contentOf, PLANTED_FILES } from '#tests/cases/planted/planted-files.ts'
import { holdsSecret, SECRETS } from '#tests/cases/planted/secrets.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { onEachStorage } from '#tests/support/storage/storage-places.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { FFMPEG, ffmpeg, missingFfmpeg } from './large-video.ts'

/** A file with secrets, on the local disk. */
interface Sent {
  readonly title: string
  readonly name: string
  readonly secrets: readonly string[]
  readonly make: () => Buffer | Promise<Buffer>
}

const ALL_SECRETS = Object.values(SECRETS)
/** A third of all, with every place: each file has a folder of its own, which is listed. */
const UPLOADED: readonly Sent[] = PLANTED_FILES.filter((_, index) => index % 3 === 0).map(({ secret, ...file }) => ({
  ...file,
  secrets: [secret],
}))

onEachStorage('No stored byte holds what was planted', (place, storage) => {
  let folder = ''
  let admin: TestUser
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-planted-'))
    admin = await place().blog.makeAdmin()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** What the processes that clean do, without a process for each of hundreds of files. */
  const partsOf = (ffmpegPath: string | null = null): FileParts => {
    const { db, storage: opened, clock } = place().blog
    const cleanHere: FileParts['workers']['cleanFile'] = async ({ from, name }) => {
      const path = join(folder, 'clean')
      return { ...(await cleanFile({ from: from as string, to: path, name, ffmpegPath }, () => {})), path }
    }
    return { db, files: opened.files, workers: { cleanFile: cleanHere }, now: () => clock.now }
  }

  /** Stores each file. @returns those of which a stored byte holds a secret, or that were not stored */
  async function findHits(files: readonly Sent[], store: (from: string, name: string) => Promise<string>): Promise<string[]> {
    const hits: string[] = []
    let combinations = 0
    const from = join(folder, 'sent')
    for (const file of files) {
      const bytes = contentOf(file, await writeSent(from, file))
      const address = await store(from, file.name)
      const directory = address.split('/').slice(1, 3).join('/')
      const keys = (await place().listKeys()).filter((key) => key.startsWith(`${directory}/`))
      const stored = await Promise.all(keys.map(async (key) => contentOf(file, await place().readKey(key))))
      for (const secret of file.secrets) {
        expect(holdsSecret(bytes, secret), `${file.title} was planted`).toBe(true)
        combinations += 1
        if (stored.length === 0 || stored.some((each) => holdsSecret(each, secret))) hits.push(`${secret}: ${file.title}`)
      }
    }
    process.stdout.write(`${storage}: ${files.length} files, ${combinations} combinations, ${hits.length} hits\n`)
    return hits
  }

  async function writeSent(from: string, { make }: Sent): Promise<Buffer> {
    const bytes = await make()
    await writeFile(from, bytes)
    return bytes
  }

  it('by files that are uploaded', async () => {
    expect(await findHits(UPLOADED, (from, name) => storeFile(partsOf(), { from, name, userId: admin.id }))).toEqual([])
  })

  it('by files that are imported', async () => {
    expect(await findHits(UPLOADED, (from, name) => storeImportedFile(partsOf(), { from, name, userId: admin.id }))).toEqual([])
  })

  describe('by videos that ffmpeg converts', unlessMissing(missingFfmpeg), () => {
    const sample = async (name: string, text: string): Promise<Buffer> => {
      const path = join(folder, name)
      await ffmpeg(...oldVideo(name, text), path)
      return readFile(path)
    }
    // MPEG has no tags.
    const tagged: Sent[] = OLD_VIDEOS.filter((name) => name !== 'a.mpg').map((name) => ({
      title: `the tags of ${name}`,
      name,
      secrets: ALL_SECRETS,
      make: () => sample(name, ALL_SECRETS.join('; ')),
    }))
    let hevc: Promise<Buffer> | undefined
    const placed: Sent[] = Object.entries(MP4_PLACES).flatMap(([where, plant]) =>
      ALL_SECRETS.map((secret) => ({
        title: `${where} of a video in HEVC`,
        name: 'hevc.mp4',
        secrets: [secret],
        make: async () => plant(await (hevc ??= sample('hevc.mp4', 'a title')), secret),
      })),
    )

    it('every secret in the tags of old formats, and at every place of a video that not every browser plays', async () => {
      expect(await findHits([...tagged, ...placed], (from, name) => storeFile(partsOf(FFMPEG), { from, name, userId: admin.id }))).toEqual(
        [],
      )
    })
  })
})
