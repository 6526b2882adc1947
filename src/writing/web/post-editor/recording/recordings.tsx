import { createElement, useState } from 'react'
import { Alert } from '#ui/components/alert.tsx'
import { useLazyPart } from '#writing/web/post-editor/lazy-part.ts'
import { RecordingOffers } from './recording-offers.tsx'

interface RecordingsProps {
  readonly userId: string
  readonly isOpen: boolean
  readonly onUse: (file: File) => void
  readonly onClose: () => void
}

const loadDialog = async () => (await import('./recording-dialog.tsx')).RecordingDialog

/** The dialog that records, and what it left on this device. */
export const Recordings = ({ userId, isOpen, onUse, onClose }: RecordingsProps) => {
  const [version, setVersion] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const Dialog = useLazyPart(loadDialog, isOpen, () => {
    setFailed(true)
    onClose()
  })
  const close = () => {
    onClose()
    setVersion(version + 1)
  }
  return (
    <>
      {hasFailed ? <Alert>The recorder could not be loaded. Please try again when you are online.</Alert> : null}
      <RecordingOffers userId={userId} version={version} onUse={onUse} />
      {Dialog && createElement(Dialog, { userId, onUse, onClose: close })}
    </>
  )
}
