import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMediaWorkers } from '#media/server/cleaning/media-workers.ts'
import { storeFile, storeImportedFile } from '#media/server/files/store-file.ts'
import { OLD_FILMS, oldFilm } from '#tests/support/old-films.ts'
import { MP4_PLACES } from '#tests/support/planted/plant-mp4.ts'
import { unpacked } from '#tests/support/planted/plant-pdf.ts'
import { PLANTED_FILES } from '#tests/support/planted/planted-files.ts'
import { holdsSecret, SECRET_KINDS, SECRETS } from '#tests/support/planted/secrets.ts'
import { unlessMissing } from '#tests/support/requirement.ts'
import { onEachStorage } from '#tests/support/storage-places.ts'
import type { TestUser } from '#tests/support/test-app.ts'
import { FFMPEG, ffmpeg, missingFfmpeg } from './large-film.ts'

const PATIENCE = { timeout: 1_800_000 }

/** A file with a secret, on the local disk. */
interface Sent {
  readonly title: string
  readonly name: string
  readonly secret: string
  readonly make: () => Buffer | Promise<Buffer>
}

onEachStorage('No stored byte holds what was planted', (place, storage) => {
  let folder = ''
  let admin: TestUser
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindred-planted-'))
    admin = await place().blog.makeAdmin()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const contentOf = ({ name }: Sent, bytes: Buffer) => (name.endsWith('.pdf') ? unpacked(bytes) : bytes)

  /** Stores each file. @returns the titles of those of which a stored byte holds the secret, or that were not stored */
  async function findHits(files: readonly Sent[], store: (from: string, name: string) => Promise<string>): Promise<string[]> {
    const hits: string[] = []
    const from = join(folder, 'sent')
    for (const file of files) {
      const bytes = await file.make()
      expect(holdsSecret(contentOf(file, bytes), file.secret), `${file.title} was planted`).toBe(true)
      await writeFile(from, bytes)
      const before = new Set(await place().listKeys())
      await store(from, file.name)
      const keys = (await place().listKeys()).filter((key) => !before.has(key))
      const stored = await Promise.all(keys.map((key) => place().readKey(key)))
      if (stored.length === 0 || stored.some((each) => holdsSecret(contentOf(file, each), file.secret))) hits.push(file.title)
    }
    process.stdout.write(`${storage}: ${files.length} files, ${hits.length} hits\n`)
    return hits
  }

  const partsOf = () => {
    const { db, storage: opened, workers, clock } = place().blog
    return { db, files: opened.files, workers, now: () => clock.now }
  }

  it('by files that are uploaded, every secret at every place', PATIENCE, async () => {
    expect(await findHits(PLANTED_FILES, (from, name) => storeFile(partsOf(), { from, name, userId: admin.id }))).toEqual([])
  })

  it('by files that are imported, a secret at every place', PATIENCE, async () => {
    const owners = PLANTED_FILES.filter(({ title }) => title.startsWith('owner'))
    expect(await findHits(owners, (from, name) => storeImportedFile(partsOf(), { from, name, userId: admin.id }))).toEqual([])
  })

  describe('by films that ffmpeg converts', unlessMissing(missingFfmpeg), () => {
    const sample = async (name: string, secret: string): Promise<Buffer> => {
      const path = join(folder, name)
      await ffmpeg(...oldFilm(name, secret), path)
      return readFile(path)
    }
    /** Every secret in the tags of every old format, and at every place of an MP4 that not every browser plays. */
    const files: Sent[] = SECRET_KINDS.flatMap((kind) => {
      const secret = SECRETS[kind]
      const tagged = OLD_FILMS.map((name) => ({ title: `${kind} in the tags of ${name}`, name, secret, make: () => sample(name, secret) }))
      const placed = Object.entries(MP4_PLACES).map(([where, plant]) => ({
        title: `${kind} in ${where} of a film in HEVC`,
        name: 'hevc.mp4',
        secret,
        make: async () => plant(await sample('hevc.mp4', 'a title'), secret),
      }))
      return [...tagged, ...placed]
    })

    it('from old phones and new ones', PATIENCE, async () => {
      const workers = createMediaWorkers({ folder, ffmpegPath: FFMPEG })
      try {
        expect(await findHits(files, (from, name) => storeFile({ ...partsOf(), workers }, { from, name, userId: admin.id }))).toEqual([])
      } finally {
        workers.close()
      }
    })
  })
})
