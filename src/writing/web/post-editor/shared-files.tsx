import { useEffect, useEffectEvent, useState } from 'react'
import { Alert } from '#ui/components/alert.tsx'

interface SharedFilesProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly onWords: (words: readonly string[]) => void
}

const PARAMETER = 'shared'

/** Reads the address once: a reload must not insert the files again. */
const takeId = (): string | null => {
  const url = new URL(location.href)
  const id = url.searchParams.get(PARAMETER)
  if (id !== null) {
    url.searchParams.delete(PARAMETER)
    history.replaceState(history.state, '', url)
  }
  return id
}

/** Inserts what came from the phone's share sheet, and lets it send the next things. */
export const SharedFiles = ({ onFiles, onWords }: SharedFilesProps) => {
  const [isMissing, setMissing] = useState(false)
  const take = useEffectEvent(async () => {
    const id = takeId()
    const { registerShareWorker, takeShared } = await import('#media/web/share/shared-things.ts')
    if (id !== null) {
      const shared = await takeShared(id).catch(() => undefined)
      setMissing(shared === undefined)
      if (shared && shared.words.length > 0) onWords(shared.words)
      if (shared && shared.files.length > 0) onFiles(shared.files)
    }
    await registerShareWorker()
  })
  useEffect(() => {
    take().catch(() => {})
  }, [])
  return isMissing ? <Alert kind="info">What you shared did not arrive. Please share it once more: now this blog is ready for it.</Alert> : null
}
