import { SpinnerMark } from './spinner-mark.tsx'

/** Placeholder while content is loading. */
export const Spinner = ({ label = 'Loading...' }: { readonly label?: string }) => (
  <output className="flex items-center justify-center gap-3 py-10 text-ink-soft">
    <SpinnerMark size={24} />
    <span>{label}</span>
  </output>
)
