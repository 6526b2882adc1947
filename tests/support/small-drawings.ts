import { createPictureWorkers, type PictureWorkers } from '#media/server/files/picture-workers.ts'

/** Picture workers whose drawings are small: encoding one in full size takes a second on a busy machine. */
export function createSmallDrawings(): PictureWorkers {
  const workers = createPictureWorkers()
  return { ...workers, renderPng: (order) => workers.renderPng({ ...order, width: 48, height: 30 }) }
}
