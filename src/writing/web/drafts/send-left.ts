import { sameText } from '#writing/web/post-form/post-text.ts'
import { type DeviceDraft, isSameWish, type Save } from './draft.ts'
import type { SaverParts } from './draft-saver.ts'
import { isDraftConflict, isMissing } from './server-drafts.ts'

/** @throws what a call failed with */
const send = async ({ userId, server }: SaverParts, left: DeviceDraft): Promise<void> => {
  const { id, sent, text } = left
  const save = (each: Save) => server.save({ userId, id }, each, {})
  try {
    const { sequence } = sent ? await save(sent) : left
    if (!sent || !isSameWish(sent, left)) await save({ ...left, sequence })
  } catch (error) {
    if (!left.isEnded || !isDraftConflict(error)) throw error
    const { sequence, draft } = await server.read(id)
    // It was saved by a call whose response was lost. A text that another form has continued stays.
    if (draft && sameText(draft.text, text)) await save({ ...left, sequence })
  }
}

/**
 * Sends what a former form has left on this device, and no form shows: once, since another tab may go on with it. What fails
 * stays there for the next opening.
 */
export const sendLeft = async (parts: SaverParts, left: DeviceDraft): Promise<void> => {
  try {
    await send(parts, left).catch((error: unknown) => {
      if (!left.isEnded || !isMissing(error)) throw error
    })
    await parts.device.change(null, null, [left])
  } catch {
    // It waits.
  }
}
