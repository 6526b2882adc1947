/** A result of a check, for the operator. Never contains a secret. */
export interface Finding {
  readonly subject: string
  /** `attention` is worth a look; only `wrong` makes the whole set-up wrong. */
  readonly state: 'fine' | 'attention' | 'wrong'
  readonly says: string
  /** What to do about it. */
  readonly advice?: string
}

type CreateFinding = (says: string, advice?: string) => Finding

/** Returns functions that create findings about a subject. */
export const about = (subject: string): { fine: CreateFinding; attention: CreateFinding; wrong: CreateFinding } => {
  const withState =
    (state: Finding['state']): CreateFinding =>
    (says, advice) => ({ subject, state, says, ...(advice === undefined ? {} : { advice }) })
  return { fine: withState('fine'), attention: withState('attention'), wrong: withState('wrong') }
}

/** Returns the system's code of an error; unlike a message, it cannot contain a password. */
export function safeCodeOf(error: unknown): string {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const { code, name } = current as Error & { code?: unknown }
    if (typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code)) return code
    if (name === 'TimeoutError') return 'no response in time'
  }
  return error instanceof Error ? error.name : 'unknown'
}
