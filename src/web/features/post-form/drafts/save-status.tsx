import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import HardDrive from 'lucide-react/icons/hard-drive'
import PenLine from 'lucide-react/icons/pen-line'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { SaveStatus } from './draft-autosave.ts'

interface Line {
  readonly text: string
  readonly Icon: typeof CloudCheck
  /** Worth interrupting a screen reader. */
  readonly isTrouble: boolean
}

const NO_DEVICE = 'This browser keeps nothing on this device: its storage is full or closed.'
const line = (Icon: Line['Icon'], text: string, isTrouble = false): Line => ({ Icon, text, isTrouble })

const withoutDevice = ({ server, reason }: SaveStatus): Line => {
  if (server === 'saved') return line(CloudCheck, `Saved on the server. ${NO_DEVICE}`, true)
  if (server === 'saving') return line(PenLine, 'Saving…')
  const reasons: Partial<Record<typeof server, string>> = { offline: 'the server cannot be reached', 'signed-out': 'you are signed out' }
  const why = reasons[server] ?? `the server did not take it (${reason ?? 'it gave no reason'})`
  return line(CircleAlert, `Not saved: ${why}, and this browser keeps nothing. Copy your text before you close this page.`, true)
}

/** The save status in words. */
export const toStatusLine = (status: SaveStatus, clean: string): Line => {
  const { device, server, reason } = status
  if (device === 'clean') return line(PenLine, clean)
  if (device === 'failed') return withoutDevice(status)
  if (device === 'saving') return line(PenLine, 'Saving…')
  switch (server) {
    case 'saved':
      return line(CloudCheck, 'Saved on the server')
    case 'offline':
      return line(CloudOff, 'Offline: saved on this device', true)
    case 'signed-out':
      return line(CloudOff, 'Signed out: saved on this device', true)
    case 'refused':
      return line(CircleAlert, `Saved on this device. The server did not take it: ${reason ?? 'it gave no reason.'}`, true)
    case 'clean':
    case 'saving':
      return line(HardDrive, 'Saved on this device')
  }
}

interface SaveStatusLineProps {
  readonly status: SaveStatus
  /** What it says when there is nothing to save. */
  readonly clean: string
}

/** Always says where the text is saved. Only trouble is read aloud: the rest changes with every word. */
export const SaveStatusLine = ({ status, clean }: SaveStatusLineProps) => {
  const { text, Icon, isTrouble } = toStatusLine(status, clean)
  return (
    <>
      <p data-save-status className="flex min-w-0 items-center gap-2 text-small text-ink-soft">
        <Icon size={18} aria-hidden="true" className={isTrouble ? 'shrink-0 text-danger' : 'shrink-0 text-calm'} />
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </p>
      <VisuallyHidden>
        <span role="status">{isTrouble ? text : ''}</span>
      </VisuallyHidden>
    </>
  )
}
