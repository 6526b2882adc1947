import { savesData } from '#media/web/upload/line-pace.ts'

/** Key of the local storage, set while copies may be due: pages without any load nothing. */
export const PRINTS_DUE = 'print-copies'
/** Where an admin works, the line is in use. */
const WORK = /^\/(?:dashboard|create-post|update-post)\b/
/** The page itself comes first. */
const DELAY_MS = 4000

/** Sends copies for print of the photos of published posts, in the background, if the line allows it. For admins. */
export function startPrintCopies(userId: string): void {
  try {
    if (WORK.test(location.pathname) || localStorage.getItem(PRINTS_DUE) === null || savesData() || !navigator.onLine) return
  } catch {
    return
  }
  setTimeout(() => void import('./send-print-copies.ts').then(({ sendPrintCopies }) => sendPrintCopies(userId)).catch(() => {}), DELAY_MS)
}
