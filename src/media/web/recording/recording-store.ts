import { isoDayIn } from '#platform/contract/time-zone.ts'
import { openDeviceFiles, type RecordingFacts } from '#media/web/device/device-files.ts'
import { holdOnDevice, listHeld } from '#media/web/device/device-hold.ts'

const lockOf = (id: string) => `recording-${id}`

/** @returns a function that lets it go */
export const holdRecording = (id: string): (() => void) => holdOnDevice(lockOf(id))

export async function saveFacts(facts: RecordingFacts): Promise<void> {
  await (await openDeviceFiles()).put('recordings', facts)
}

/** Adds a part and the length that it completes, in one step. */
export async function addPart(facts: RecordingFacts, blob: Blob): Promise<void> {
  const transaction = (await openDeviceFiles()).transaction(['recordings', 'parts'], 'readwrite', { durability: 'strict' })
  await transaction.objectStore('parts').add({ recording: facts.id, blob })
  await transaction.objectStore('recordings').put(facts)
  await transaction.done
}

/** Recordings of a user that no tab is making or storing, newest first. */
export async function listRecordings(userId: string): Promise<RecordingFacts[]> {
  const [all, held] = await Promise.all([openDeviceFiles().then((database) => database.getAll('recordings')), listHeld()])
  return all
    .filter((each) => each.userId === userId && each.seconds > 0 && !held.has(lockOf(each.id)))
    .toSorted((a, b) => b.startedAt - a.startedAt)
}

export async function readRecording({ id, type, startedAt }: RecordingFacts): Promise<File> {
  const parts = await (await openDeviceFiles()).getAllFromIndex('parts', 'recording', id)
  const ending = type.startsWith('audio/mp4') ? 'm4a' : 'webm'
  const day = isoDayIn(startedAt, Intl.DateTimeFormat().resolvedOptions().timeZone)
  return new File(
    parts.map(({ blob }) => blob),
    `Voice ${day}.${ending}`,
    { type: type.split(';')[0] ?? '', lastModified: startedAt },
  )
}

export async function deleteRecording(id: string): Promise<void> {
  const transaction = (await openDeviceFiles()).transaction(['recordings', 'parts'], 'readwrite')
  await transaction.objectStore('recordings').delete(id)
  const parts = transaction.objectStore('parts')
  for (const key of await parts.index('recording').getAllKeys(id)) await parts.delete(key)
  await transaction.done
}
