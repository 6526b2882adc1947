import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import Mic from 'lucide-react/icons/mic'
import Video from 'lucide-react/icons/video'
import { deleteRecording, problemOf, readRecording, Recorder, type RecordingFacts, type RecordingKind } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { clockText } from '#writing/web/post-editor/clock-text.ts'
import { RecordingMeter } from './recording-meter.tsx'

type Step =
  | { readonly type: 'choose'; readonly problem: string | null }
  | { readonly type: 'asking' }
  | { readonly type: 'recording'; readonly recorder: Recorder; readonly kind: RecordingKind }
  | { readonly type: 'review'; readonly facts: RecordingFacts; readonly address: string; readonly isFull: boolean }

interface RecordingDialogProps {
  readonly userId: string
  readonly onUse: (facts: RecordingFacts) => void
  readonly onClose: () => void
}

const showModal = (element: HTMLDialogElement | null) => {
  if (element && !element.open) element.showModal()
  return () => element?.close()
}

const useRecording = ({ userId, onUse, onClose }: RecordingDialogProps) => {
  const [step, setStep] = useState<Step>({ type: 'choose', problem: null })
  const [, setTick] = useState(0)
  const isFull = useRef(false)
  const running = useRef<AbortController | null>(null)
  const onEnd = async (facts: RecordingFacts) => {
    setStep({ type: 'review', facts, address: URL.createObjectURL(await readRecording(facts)), isFull: isFull.current })
  }
  const start = async (kind: RecordingKind) => {
    setStep({ type: 'asking' })
    isFull.current = false
    const leaving = new AbortController()
    running.current = leaving
    const onFull = () => {
      isFull.current = true
    }
    try {
      const recorder = await Recorder.start(kind, userId, {
        onChange: () => setTick((tick) => tick + 1),
        onEnd: (facts) => void onEnd(facts),
        onFull,
        signal: leaving.signal,
      })
      setStep({ type: 'recording', recorder, kind })
    } catch (error) {
      setStep({ type: 'choose', problem: problemOf(error) })
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
      setStep({ type: 'choose', problem: null })
    },
    discard: async () => {
      await clear()
      onClose()
    },
  }
}

/** Records voice or film. Closing it keeps what was recorded; the editor offers it again. */
export const RecordingDialog = (props: RecordingDialogProps) => {
  const { step, start, use, again, discard } = useRecording(props)
  const titleId = useId()
  return createPortal(
    <dialog
      ref={showModal}
      aria-labelledby={titleId}
      className="card dialog"
      onCancel={(event) => {
        event.preventDefault()
        if (step.type === 'recording') step.recorder.stop()
        else props.onClose()
      }}
    >
      <div className="grid gap-4">
        <h2 id={titleId} className="text-h3">
          Record voice or film
        </h2>
        {step.type === 'choose' || step.type === 'asking' ? (
          <ChooseKind step={step} onStart={(kind) => void start(kind)} onClose={props.onClose} />
        ) : null}
        {step.type === 'recording' ? <Running recorder={step.recorder} kind={step.kind} /> : null}
        {step.type === 'review' ? <Review step={step} onUse={use} onAgain={() => void again()} onDiscard={() => void discard()} /> : null}
      </div>
    </dialog>,
    document.body,
  )
}

interface ChooseKindProps {
  readonly step: Step & { readonly type: 'choose' | 'asking' }
  readonly onStart: (kind: RecordingKind) => void
  readonly onClose: () => void
}

const ChooseKind = ({ step, onStart, onClose }: ChooseKindProps) => (
  <>
    <p>What you record stays on this device until you use it.</p>
    {step.type === 'choose' && step.problem !== null ? <Alert>{step.problem}</Alert> : null}
    <div className="row gap-3">
      <Button variant="primary" busy={step.type === 'asking'} busyLabel="Asking for the microphone..." onClick={() => onStart('voice')}>
        <Mic size={20} aria-hidden="true" /> Record voice
      </Button>
      {step.type === 'asking' ? null : (
        <Button onClick={() => onStart('film')}>
          <Video size={20} aria-hidden="true" /> Record film
        </Button>
      )}
      <Button onClick={onClose}>Cancel</Button>
    </div>
  </>
)

const showStream = (stream: MediaStream) => (element: HTMLVideoElement | null) => {
  if (element) element.srcObject = stream
}

const Running = ({ recorder, kind }: { readonly recorder: Recorder; readonly kind: RecordingKind }) => {
  const [show] = useState(() => showStream(recorder.stream))
  return (
    <>
      {kind === 'film' ? (
        <video ref={show} muted autoPlay playsInline aria-label="What the camera sees" className="w-full rounded-small bg-black" />
      ) : null}
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
}

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
    {facts.type.startsWith('audio/') ? (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- just recorded
      <audio controls src={address} aria-label="Your recording" className="w-full" />
    ) : (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- just recorded
      <video controls playsInline src={address} aria-label="Your recording" className="max-h-[50vh] w-full rounded-small bg-black" />
    )}
    <div className="row gap-3">
      <Button variant="primary" onClick={onUse}>
        Use it
      </Button>
      <Button onClick={onAgain}>Record again</Button>
      <Button onClick={onDiscard}>Delete</Button>
    </div>
  </>
)
