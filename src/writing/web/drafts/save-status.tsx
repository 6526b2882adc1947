import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import HardDrive from 'lucide-react/icons/hard-drive'
import PenLine from 'lucide-react/icons/pen-line'
import type { SaveStatus } from './draft.ts'

interface Line {
  readonly text: string
  readonly Icon: typeof CloudCheck
  /** Worth interrupting a screen reader. */
  readonly isTrouble: boolean
}

const line = (Icon: Line['Icon'], text: string, isTrouble = false): Line => ({ Icon, text, isTrouble })

const SAVING = line(PenLine, 'Saving…')
const ON_DEVICE = {
  saved: line(CloudCheck, 'Saved on the server'),
  offline: line(CloudOff, 'Offline: saved on this device', true),
  'signed-out': line(CloudOff, 'Signed out: saved on this device', true),
  conflict: line(CircleAlert, 'Saved on this device. Please choose between your two texts.', true),
  clean: line(HardDrive, 'Saved on this device'),
  saving: line(HardDrive, 'Saved on this device'),
}
const ON_SERVER = 'Saved on the server. This browser keeps nothing on this device: its storage is full or blocked.'
const CAUSES = {
  clean: '',
  offline: 'the server cannot be reached',
  'signed-out': 'you are signed out',
  conflict: 'you have two texts to choose from',
}

/** The save status in words. */
export const toStatusLine = ({ device, server, reason }: SaveStatus, clean: string): Line => {
  if (device === 'clean') return line(PenLine, clean)
  if (device === 'saving') return SAVING
  const refusal = reason ?? 'it gave no reason.'
  if (device === 'saved') {
    return server === 'refused'
      ? line(CircleAlert, `Saved on this device. The server did not accept it: ${refusal}`, true)
      : ON_DEVICE[server]
  }
  if (server === 'saved') return line(CloudCheck, ON_SERVER, true)
  if (server === 'saving') return SAVING
  const cause = server === 'refused' ? `the server did not take it (${refusal})` : CAUSES[server]
  return line(CircleAlert, `Not saved: ${cause}, and this browser keeps nothing. Copy your text before you close this page.`, true)
}

interface SaveStatusLineProps {
  readonly status: SaveStatus
  /** Text when there is nothing to save. */
  readonly clean: string
}

/** Always tells where the text is saved. Only trouble is announced: the rest changes with every word. */
export const SaveStatusLine = ({ status, clean }: SaveStatusLineProps) => {
  const { text, Icon, isTrouble } = toStatusLine(status, clean)
  return (
    <>
      <p data-save-status className="flex min-w-0 items-center gap-2 text-small text-ink-soft">
        <Icon size={18} aria-hidden="true" className={isTrouble ? 'shrink-0 text-danger' : 'shrink-0 text-calm'} />
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </p>
      <span className="sr-only">
        <span role="status">{isTrouble ? text : ''}</span>
      </span>
    </>
  )
}
