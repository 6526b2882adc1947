import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

interface Line {
  readonly name: string
  readonly email: string
  readonly link: string
}

export interface InvitationsFile {
  readonly append: (lines: readonly Line[]) => Promise<void>
  /** Null before the first line. */
  readonly path: () => string | null
}

/** A list of invitations for the operator alone, who sends each link to its person. It is made with its first line. */
export function openInvitationsFile(folder: string, now: number): InvitationsFile {
  const path = join(folder, `${new Date(now).toISOString().replace(/[:.]/g, '-')}-invitations.csv`)
  let isMade = false
  return {
    path: () => (isMade ? path : null),
    async append(lines) {
      if (lines.length === 0) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const head = isMade ? '' : `${BYTE_ORDER_MARK}name,email,link\r\n`
      await appendFile(path, head + lines.map(({ name, email, link }) => `${[name, email, link].map(toField).join(',')}\r\n`).join(''), {
        mode: 0o600,
        flush: true,
      })
      isMade = true
    },
  }
}

/** Spreadsheets take other letters than English ones for garbage without it. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Names come from strangers: what a spreadsheet would calculate is text. */
function toField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
