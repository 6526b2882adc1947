import { useRef } from 'react'

interface FileInputOptions {
  readonly label: string
  readonly accept?: string
  /** Called with the first file, and with all of them. */
  readonly onFile: (file: File, files: readonly File[]) => void
  readonly multiple?: boolean
}

/** A file input that nobody sees, and `choose` for the button that they see. */
export const useFileInput = ({ label, accept, multiple, onFile }: FileInputOptions) => {
  const ref = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple={multiple}
      aria-label={label}
      aria-hidden="true"
      tabIndex={-1}
      className="sr-only"
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])]
        // Cleared, so that the same file can be chosen again after a failure.
        currentTarget.value = ''
        if (files[0] !== undefined) onFile(files[0], files)
      }}
    />
  )
  return { input, choose: () => ref.current?.click() }
}
