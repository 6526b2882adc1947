interface ProgressProps {
  /** 0 to 100; shown as a whole number. */
  readonly percent: number
  readonly label: string
  readonly size?: number
}

const RADIUS = 20
const LENGTH = 2 * Math.PI * RADIUS

/** A ring that fills, with the percent in it. */
export const Progress = ({ percent, label, size = 56 }: ProgressProps) => {
  const whole = Math.min(100, Math.max(0, Math.round(percent)))
  return (
    <span className="inline-grid place-items-center">
      <progress className="sr-only" aria-label={label} max={100} value={whole} />
      <svg aria-hidden="true" width={size} height={size} viewBox="0 0 48 48" fill="none" strokeWidth="5">
        <circle cx="24" cy="24" r={RADIUS} stroke="var(--line)" />
        <circle
          cx="24"
          cy="24"
          r={RADIUS}
          stroke="var(--heart)"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - whole / 100)}
          transform="rotate(-90 24 24)"
        />
        <text x="24" y="28" textAnchor="middle" fontSize="11" fontWeight="700" fill="currentColor">
          {`${whole}%`}
        </text>
      </svg>
    </span>
  )
}

interface ProgressBarProps {
  readonly label: string
  /** Undefined while unknown. */
  readonly done?: number
  readonly total?: number
}

/** A bar as wide as its container. */
export const ProgressBar = ({ label, done = 0, total = 0 }: ProgressBarProps) => (
  <div className="w-full">
    <progress className="sr-only" aria-label={label} {...(total === 0 ? {} : { max: total, value: done })} />
    <svg
      aria-hidden="true"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      width="100%"
      height="12"
      className="block overflow-hidden rounded-full"
    >
      <rect width="100" height="10" fill="var(--line)" />
      <rect width={total === 0 ? 0 : (100 * Math.min(done, total)) / total} height="10" fill="var(--heart)" />
    </svg>
  </div>
)
