import { createElement, useState } from 'react'
import { deleteRecording, holdRecording, MISSING_SCRIPT, readRecording, type RecordingFacts } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import type { EditorUploads } from '#writing/web/post-editor/editor-uploads.ts'
import { useLazyPart } from '#writing/web/post-editor/lazy-part.ts'
import { RecordingOffers } from './recording-offers.tsx'

interface RecordingsProps {
  readonly userId: string
  readonly isOpen: boolean
  readonly uploads: Pick<EditorUploads, 'untilStored'>
  readonly onUse: (file: File) => void
  readonly onClose: () => void
}

const loadDialog = async () => (await import('./recording-dialog.tsx')).RecordingDialog

/** The dialog that records, and what it left on this device. */
export const Recordings = ({ userId, isOpen, uploads, onUse, onClose }: RecordingsProps) => {
  const [version, setVersion] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const Dialog = useLazyPart(loadDialog, isOpen, () => {
    setFailed(true)
    onClose()
  })
  const offerLeft = () => setVersion((before) => before + 1)
  const close = () => {
    setFailed(false)
    onClose()
    offerLeft()
  }
  /** It stays on this device until it is stored: if this tab ends before, the next one offers it. */
  const use = async (facts: RecordingFacts) => {
    const release = holdRecording(facts.id)
    try {
      const file = await readRecording(facts)
      onUse(file)
      if (await uploads.untilStored([file])) await deleteRecording(facts.id)
    } finally {
      release()
      offerLeft()
    }
  }
  return (
    <>
      {hasFailed && !isOpen ? <Alert>{MISSING_SCRIPT}</Alert> : null}
      <RecordingOffers userId={userId} version={version} onUse={(facts) => void use(facts)} />
      {Dialog && createElement(Dialog, { userId, onUse: (facts) => void use(facts), onClose: close })}
    </>
  )
}
