/** A result of a check, for the operator. Never contains a secret. */
export interface Finding {
  readonly subject: string
  /** `attention` is worth a look; only `wrong` makes the whole set-up wrong. */
  readonly state: 'fine' | 'attention' | 'wrong'
  readonly says: string
  /** What to do about it. */
  readonly advice?: string
}

type Say = (says: string, advice?: string) => Finding

/** Findings about one subject. */
export const about = (subject: string): { fine: Say; attention: Say; wrong: Say } => {
  const saying =
    (state: Finding['state']): Say =>
    (says, advice) => ({ subject, state, says, ...(advice === undefined ? {} : { advice }) })
  return { fine: saying('fine'), attention: saying('attention'), wrong: saying('wrong') }
}

/** The system's code of an error; unlike a message it cannot hold a password. */
export function codeOf(error: unknown): string {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const { code, name } = current as Error & { code?: unknown }
    if (typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code)) return code
    if (name === 'TimeoutError') return 'no response in time'
  }
  return error instanceof Error ? error.name : 'unknown'
}
