import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { NOTHING_SHARED, OFFERED, SHARED, type SharedThings } from '#media/contract/share.ts'
import { countFiles, findShared, deleteShared, registerShareWorker } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'

interface SharedFilesProps {
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

/** Inserts what came from the phone's share sheet, asks before it inserts what another page may have sent (decision 91). */
export const SharedFiles = ({ onUse }: SharedFilesProps) => {
  const [found, setFound] = useState<Found>({ type: 'nothing' })
  const notice = useRef<HTMLDivElement>(null)
  const end = (shared: SharedThings, isWanted: boolean) => {
    setFound({ type: 'nothing' })
    if (isWanted) onUse(shared)
    void deleteShared(shared.id)
  }
  const receive = useEffectEvent((each: Found) => (each.type === 'sent' ? end(each.shared, true) : setFound(each)))
  useEffect(() => {
    void findSent().then((each) => receive(each))
    // Without a worker, files are chosen here.
    registerShareWorker().catch(() => {})
  }, [])
  useEffect(() => {
    // On a phone, the text is below the first screen.
    if (found.type === 'missing' || found.type === 'offered') notice.current?.scrollIntoView({ block: 'center' })
  }, [found.type])
  return (
    <div ref={notice}>
      {found.type === 'missing' ? (
        <Alert kind="info">
          What you shared did not arrive. Please share it once more, or choose it here with “Photos, film, sound, papers”.
        </Alert>
      ) : null}
      <div role="status" className="stack gap-2 empty:hidden">
        {found.type === 'offered' ? (
          <div className="row border-b border-line bg-sunk px-4 py-1 text-small">
            <span className="py-2">Another app or page sent {nameOf(found.shared)}.</span>
            <button type="button" className="link link-target" onClick={() => end(found.shared, true)}>
              Put it here
            </button>
            <button type="button" className="link link-target" onClick={() => end(found.shared, false)}>
              Delete it
            </button>
          </div>
        ) : null}
      </div>
    </div>
  )
}
