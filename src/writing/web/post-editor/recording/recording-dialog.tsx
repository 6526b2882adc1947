import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import Mic from 'lucide-react/icons/mic'
import { deleteRecording, problemOf, readRecording, Recorder, type RecordingFacts } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { Button } from '#ui/components/button.tsx'
import { inTime } from '#writing/web/in-time.ts'
import { clockText } from '#writing/web/post-editor/clock-text.ts'
import { RecordingMeter } from './recording-meter.tsx'

type Step =
  | { readonly type: 'ready'; readonly problem: string | null }
  | { readonly type: 'asking' }
  | { readonly type: 'recording'; readonly recorder: Recorder }
  | { readonly type: 'review'; readonly facts: RecordingFacts; readonly address: string; readonly isFull: boolean }

interface RecordingDialogProps {
  readonly userId: string
  readonly onUse: (facts: RecordingFacts) => void
  readonly onClose: () => void
}

const READY: Step = { type: 'ready', problem: null }
const NOT_STORED = 'This browser does not keep what you record. Record with your phone’s own app, and choose the file.'

/** A browser may never say whether it has stored it: the writer must get out of the dialog. */
const STORING_TIMEOUT_MS = 15_000

const readStored = async (stored: Promise<RecordingFacts>) => {
  const facts = await stored
  return { facts, address: URL.createObjectURL(await readRecording(facts)) }
}

const useRecording = ({ userId, onUse, onClose }: RecordingDialogProps) => {
  const [step, setStep] = useState<Step>(READY)
  const [, setTick] = useState(0)
  const isFull = useRef(false)
  const running = useRef<AbortController | null>(null)
  const onEnd = async (stored: Promise<RecordingFacts>) => {
    try {
      setStep({ type: 'review', ...(await inTime(readStored(stored), STORING_TIMEOUT_MS)), isFull: isFull.current })
    } catch {
      setStep({ type: 'ready', problem: NOT_STORED })
    }
  }
  const start = async () => {
    setStep({ type: 'asking' })
    isFull.current = false
    const leaving = new AbortController()
    running.current = leaving
    const onFull = () => {
      isFull.current = true
    }
    try {
      const recorder = await Recorder.start(userId, {
        onChange: () => setTick((tick) => tick + 1),
        onEnd: (stored) => void onEnd(stored),
        onFull,
        signal: leaving.signal,
      })
      setStep({ type: 'recording', recorder })
    } catch (error) {
      setStep({ type: 'ready', problem: problemOf(error) })
    }
  }
  const clear = async () => {
    if (step.type !== 'review') return
    URL.revokeObjectURL(step.address)
    await deleteRecording(step.facts.id)
  }
  const leave = useEffectEvent(() => {
    running.current?.abort()
    if (step.type === 'review') URL.revokeObjectURL(step.address)
  })
  useEffect(() => () => leave(), [])
  return {
    step,
    start,
    use: () => {
      if (step.type !== 'review') return
      onUse(step.facts)
      onClose()
    },
    again: async () => {
      await clear()
      setStep(READY)
    },
    discard: async () => {
      await clear()
      onClose()
    },
  }
}

/** Records a voice. Closing it keeps what was recorded; the editor offers it again. */
export const RecordingDialog = (props: RecordingDialogProps) => {
  const { step, start, use, again, discard } = useRecording(props)
  return createPortal(
    <Dialog
      title="Record your voice"
      onCancel={() => {
        if (step.type === 'recording') step.recorder.stop()
        else props.onClose()
      }}
      others={
        <>
          {step.type === 'ready' || step.type === 'asking' ? (
            <Ready step={step} onStart={() => void start()} onClose={props.onClose} />
          ) : null}
          {step.type === 'recording' ? <Running recorder={step.recorder} /> : null}
          {step.type === 'review' ? <Review step={step} onUse={use} onAgain={() => void again()} onDiscard={() => void discard()} /> : null}
        </>
      }
    />,
    document.body,
  )
}

interface ReadyProps {
  readonly step: Step & { readonly type: 'ready' | 'asking' }
  readonly onStart: () => void
  readonly onClose: () => void
}

const Ready = ({ step, onStart, onClose }: ReadyProps) => (
  <>
    <p>What you record stays on this device until you use it.</p>
    {step.type === 'ready' && step.problem !== null ? <Alert>{step.problem}</Alert> : null}
    <div className="row gap-3">
      <Button variant="primary" busy={step.type === 'asking'} busyLabel="Asking for the microphone..." onClick={onStart} data-harmless>
        <Mic size={20} aria-hidden="true" /> Record voice
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </div>
  </>
)

const Running = ({ recorder }: { readonly recorder: Recorder }) => (
  <>
    <RecordingMeter recorder={recorder} />
    <div className="row gap-3">
      <Button variant="primary" onClick={() => recorder.stop()}>
        Stop
      </Button>
      {recorder.isPaused ? (
        <Button onClick={() => recorder.resume()}>Continue</Button>
      ) : (
        <Button onClick={() => recorder.pause()}>Pause</Button>
      )}
    </div>
  </>
)

interface ReviewProps {
  readonly step: Step & { readonly type: 'review' }
  readonly onUse: () => void
  readonly onAgain: () => void
  readonly onDiscard: () => void
}

const Review = ({ step: { facts, address, isFull }, onUse, onAgain, onDiscard }: ReviewProps) => (
  <>
    <p role="status">
      {`${isFull ? 'This device has no more room. ' : ''}You recorded ${clockText(facts.seconds)}. Listen again, then use it.`}
    </p>
    {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- just recorded */}
    <audio controls src={address} aria-label="Your recording" className="w-full" />
    <div className="row gap-3">
      <Button variant="primary" onClick={onUse}>
        Use it
      </Button>
      <Button onClick={onAgain}>Record again</Button>
      <Button onClick={onDiscard}>Delete</Button>
    </div>
  </>
)
