import { useEffect, useRef, useState } from 'react'
import { followLevel, type Recorder } from '#media/web/index.ts'
import { clockText } from '#writing/web/post-editor/clock-text.ts'

/** How long and how loud it is. */
export const RecordingMeter = ({ recorder }: { readonly recorder: Recorder }) => {
  const [seconds, setSeconds] = useState(0)
  const meter = useRef<HTMLMeterElement>(null)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(recorder.seconds), 250)
    const stop = followLevel(recorder.stream, (level) => {
      if (meter.current) meter.current.value = level
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [recorder])
  return (
    <div className="grid gap-2">
      <p className="text-h3 tabular-nums" role="timer" aria-label="Recorded">
        {clockText(seconds)}
      </p>
      <meter ref={meter} min={0} max={1} low={0.05} className="w-full" aria-label="How loud it is" />
      <p role="status" className="text-small text-ink-soft">
        {recorder.isPaused ? 'Paused. What you recorded is kept.' : 'Recording. It is kept on this device as you go.'}
      </p>
    </div>
  )
}
