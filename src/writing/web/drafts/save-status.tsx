import CircleAlert from 'lucide-react/icons/circle-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import HardDrive from 'lucide-react/icons/hard-drive'
import PenLine from 'lucide-react/icons/pen-line'
import { isClean, isUnsaved, type WritingState } from './writing-state.ts'

interface Line {
  readonly text: string
  readonly Icon: typeof CloudCheck
  /** Worth interrupting a screen reader. */
  readonly isTrouble?: boolean
}

const SAVED = 'Saved on the server'
const ON_DEVICE = 'Saved on this device'
const KEEPS_NOTHING = 'This browser keeps nothing on this device: its storage is full or blocked.'

/** @returns what the writer reads where the device has the text, and where it has not */
const causeOf = ({ trouble, conflict }: WritingState): readonly [string, string, Line['Icon']] | null => {
  const reason = trouble?.reason ?? ''
  if (trouble?.kind === 'offline') return ['Offline: saved on this device', 'the server cannot be reached', CloudOff]
  if (trouble?.kind === 'signed-out') return ['Signed out: saved on this device', 'you are signed out', CloudOff]
  if (trouble) return [`${ON_DEVICE}. The server did not accept it: ${reason}`, `the server did not take it (${reason})`, CircleAlert]
  return conflict && [`${ON_DEVICE}. Please choose between your two texts.`, 'you have two texts to choose from', CircleAlert]
}

/** Where the text is saved, in words. */
export const toStatusLine = (state: WritingState, clean: string): Line => {
  const { stored } = state
  if (isClean(state)) return { text: clean, Icon: PenLine }
  if (!isUnsaved(state))
    return stored === 'failed'
      ? { text: `${SAVED}. ${KEEPS_NOTHING}`, Icon: CloudCheck, isTrouble: true }
      : { text: SAVED, Icon: CloudCheck }
  const cause = causeOf(state)
  if (stored === 'not yet' || (stored === 'failed' && !cause)) return { text: 'Saving…', Icon: PenLine }
  if (!cause) return { text: ON_DEVICE, Icon: HardDrive }
  const [text, why, Icon] = cause
  if (stored === 'yes') return { text, Icon, isTrouble: true }
  const lost = `Not saved: ${why}, and this browser keeps nothing. Copy your text before you close this page.`
  return { text: lost, Icon: CircleAlert, isTrouble: true }
}

interface SaveStatusLineProps {
  readonly state: WritingState
  /** Text when there is nothing to save. */
  readonly clean: string
}

/** Always tells where the text is saved. Only trouble is announced: the rest changes with every word. */
export const SaveStatusLine = ({ state, clean }: SaveStatusLineProps) => {
  const { text, Icon, isTrouble = false } = toStatusLine(state, clean)
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
