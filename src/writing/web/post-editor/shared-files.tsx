import { useEffect, useRef, useState } from 'react'
import { type Shared, SHARED, type SharedThings } from '#media/contract/share.ts'
import { countFiles, deleteShared, listShared, registerShareWorker, takeShared } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import type { EditorUploads } from './editor-uploads.ts'
import { OfferLine } from './offer-line.tsx'

interface SharedFilesProps {
  readonly userId: string
  readonly uploads: Pick<EditorUploads, 'untilStored'>
  readonly onUse: (shared: SharedThings) => void
}

const readArrival = (): Shared | null => {
  const value = new URL(location.href).searchParams.get(SHARED)
  return value === null || value === 'here' ? value : 'none'
}

/** A reload is not another share. */
const removeParameter = () => {
  const url = new URL(location.href)
  url.searchParams.delete(SHARED)
  history.replaceState(history.state, '', url)
}

const wordsOf = ({ files, words, userId }: SharedThings): string => {
  const name = [...(files.length > 0 ? [countFiles(files.length, 'file')] : []), ...(words.length > 0 ? ['a text'] : [])].join(' and ')
  return userId === undefined ? `Another app or page sent ${name}.` : `You shared ${name} here.`
}

/** Offers what came from the phone's share sheet, or from another page (decision 88), until it is stored. */
export const SharedFiles = ({ userId, uploads, onUse }: SharedFilesProps) => {
  const [arrival] = useState(readArrival)
  const [offered, setOffered] = useState<readonly SharedThings[]>([])
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    removeParameter()
    listShared(userId).then(setOffered, () => {})
    // Without a worker, files are chosen here.
    registerShareWorker().catch(() => {})
  }, [userId])
  const isShown = offered.length > 0 || arrival === 'none'
  useEffect(() => {
    // On a phone, the text is below the first screen.
    if (isShown && arrival !== null) notice.current?.scrollIntoView({ block: 'center' })
  }, [isShown, arrival])
  const remove = ({ id }: SharedThings) => setOffered((before) => before.filter((each) => each.id !== id))
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
  return (
    <div ref={notice}>
      {arrival === 'none' ? (
        <Alert kind="info">
          What you shared did not arrive. Please share it once more, or choose it here with “Photo”, “Film” or “Sound or paper”.
        </Alert>
      ) : null}
      <div role="status" className="stack gap-2 empty:hidden">
        {offered.map((shared) => (
          <OfferLine key={shared.id} words={wordsOf(shared)} onUse={() => void use(shared)} onDiscard={() => discard(shared)} />
        ))}
      </div>
    </div>
  )
}
