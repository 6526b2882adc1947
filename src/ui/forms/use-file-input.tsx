import { type ReactNode, useRef } from 'react'

interface FileInputOptions {
  readonly label: string
  readonly accept?: string
  readonly onFile: (file: File) => void
}

/** A file input that nobody sees, and `choose` for the button that they see. */
export const useFileInput = ({ label, accept, onFile }: FileInputOptions): { readonly input: ReactNode; readonly choose: () => void } => {
  const ref = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={ref}
      type="file"
      accept={accept}
      aria-label={label}
      aria-hidden="true"
      tabIndex={-1}
      className="sr-only"
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0]
        // Cleared, so that the same file can be chosen again after a failure.
        currentTarget.value = ''
        if (file !== undefined) onFile(file)
      }}
    />
  )
  return { input, choose: () => ref.current?.click() }
}
