/** A reason not to start that the operator can mend; told in one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
/** The system's word for what went wrong, where it has one. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? messageOf(error)
