import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMediaWorkers, type MediaWorkers } from '#media/server/index.ts'

/** Picture workers whose drawings are small: encoding one in full size takes a second on a busy machine. */
export function createSmallDrawings(): MediaWorkers {
  const workers = createMediaWorkers({ folder: join(tmpdir(), 'kindred-media'), ffmpegPath: null })
  return { ...workers, renderPng: (order) => workers.renderPng({ ...order, width: 48, height: 30 }) }
}
