/** A reason not to start that the operator can fix; printed in one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
/** Returns the system's error code, or the message of an error without one. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? messageOf(error)
