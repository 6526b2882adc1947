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

/** CSV file of invitation links, which only the operator may read. It is created with its first line. */
export function openInvitationsFile(folder: string, now: number): InvitationsFile {
  const path = join(folder, `${new Date(now).toISOString().replace(/[:.]/g, '-')}-invitations.csv`)
  let isCreated = false
  return {
    path: () => (isCreated ? path : null),
    async append(lines) {
      if (lines.length === 0) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const head = isCreated ? '' : `${BYTE_ORDER_MARK}name,email,link\r\n`
      await appendFile(path, head + lines.map(({ name, email, link }) => `${[name, email, link].map(toField).join(',')}\r\n`).join(''), {
        mode: 0o600,
        flush: true,
      })
      isCreated = true
    },
  }
}

/** Without it, spreadsheets do not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Names are untrusted, so formulas are escaped to text. */
function toField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
