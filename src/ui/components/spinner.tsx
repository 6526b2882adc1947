/** A spinner without text: put a label beside it. */
export const SpinnerMark = ({ size = 18 }: { readonly size?: number }) => (
  <svg
    aria-hidden="true"
    className="spinner"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="3"
  >
    <circle cx="12" cy="12" r="9" opacity=".25" />
    <path d="M21 12a9 9 0 0 0-9-9" strokeLinecap="round" />
  </svg>
)

/** Placeholder while content is loading. */
export const Spinner = ({ label = 'Loading...' }: { readonly label?: string }) => (
  <output className="flex items-center justify-center gap-3 py-10 text-ink-soft">
    <SpinnerMark size={24} />
    <span>{label}</span>
  </output>
)
