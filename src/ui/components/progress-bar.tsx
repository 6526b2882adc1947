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
