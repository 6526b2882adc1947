import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { NOTHING_SHARED, OFFERED, SHARED, type SharedThings } from '#media/contract/share.ts'
import { countFiles, deleteShared, findShared, listLeftShared, registerShareWorker, takeShared } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import type { EditorUploads } from './editor-uploads.ts'

interface SharedFilesProps {
  readonly userId: string
  readonly uploads: Pick<EditorUploads, 'untilStored'>
  readonly onUse: (shared: SharedThings) => void
}

/** Takes a parameter out of the address, so that a reload does not insert the files again. */
const takeParameter = (name: string): string | null => {
  const url = new URL(location.href)
  const value = url.searchParams.get(name)
  if (value === null) return null
  url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
  return value
}

type Found = { readonly type: 'nothing' | 'missing' } | { readonly type: 'sent' | 'offered'; readonly shared: SharedThings }

const findSent = async (): Promise<Found> => {
  const [sent, offered] = [takeParameter(SHARED), takeParameter(OFFERED)]
  const id = sent ?? offered
  if (id === null) return { type: 'nothing' }
  const shared = id === NOTHING_SHARED ? undefined : await findShared(id).catch(() => undefined)
  return shared ? { type: sent === null ? 'offered' : 'sent', shared } : { type: 'missing' }
}

const nameOf = ({ files, words }: SharedThings): string =>
  [...(files.length > 0 ? [countFiles(files.length, 'file')] : []), ...(words.length > 0 ? ['a text'] : [])].join(' and ')

/**
 * Inserts what came from the phone's share sheet, asks before it inserts what another page may have sent (decision 91), and
 * offers what a text took that was closed before all was stored.
 */
export const SharedFiles = ({ userId, uploads, onUse }: SharedFilesProps) => {
  const [found, setFound] = useState<Found>({ type: 'nothing' })
  const [left, setLeft] = useState<readonly SharedThings[]>([])
  const notice = useRef<HTMLDivElement>(null)
  const remove = ({ id }: SharedThings) => {
    setFound({ type: 'nothing' })
    setLeft((before) => before.filter((each) => each.id !== id))
  }
  const use = async (shared: SharedThings) => {
    remove(shared)
    const release = await takeShared(shared, userId)
    onUse(shared)
    if (await uploads.untilStored(shared.files)) await deleteShared(shared.id)
    release()
  }
  const discard = (shared: SharedThings) => {
    remove(shared)
    void deleteShared(shared.id)
  }
  const receive = useEffectEvent((each: Found) => (each.type === 'sent' ? void use(each.shared) : setFound(each)))
  useEffect(() => {
    void findSent().then((each) => receive(each))
    // Without a worker, files are chosen here.
    registerShareWorker().catch(() => {})
  }, [])
  useEffect(() => {
    listLeftShared(userId).then(setLeft, () => {})
  }, [userId])
  useEffect(() => {
    // On a phone, the text is below the first screen.
    if (found.type === 'missing' || found.type === 'offered') notice.current?.scrollIntoView({ block: 'center' })
  }, [found.type])
  const offered = [...(found.type === 'offered' ? [found.shared] : []), ...left]
  return (
    <div ref={notice}>
      {found.type === 'missing' ? (
        <Alert kind="info">
          What you shared did not arrive. Please share it once more, or choose it here with “Photos, film, sound, papers”.
        </Alert>
      ) : null}
      <div role="status" className="stack gap-2 empty:hidden">
        {offered.map((shared) => (
          <SharedOffer key={shared.id} shared={shared} onUse={() => void use(shared)} onDiscard={() => discard(shared)} />
        ))}
      </div>
    </div>
  )
}

interface SharedOfferProps {
  readonly shared: SharedThings
  readonly onUse: () => void
  readonly onDiscard: () => void
}

const SharedOffer = ({ shared, onUse, onDiscard }: SharedOfferProps) => (
  <div className="row border-b border-line bg-sunk px-4 py-1 text-small">
    <span className="py-2">
      {shared.userId === undefined ? `Another app or page sent ${nameOf(shared)}.` : `You shared ${nameOf(shared)} here.`}
    </span>
    <button type="button" className="link link-target" onClick={onUse}>
      Put it here
    </button>
    <button type="button" className="link link-target" onClick={onDiscard}>
      Delete it
    </button>
  </div>
)
