import { createContext, type CSSProperties, use } from 'react'
import type { MailBlog } from '#site/contract/mail.ts'
import type { MailColours } from './mail-colours.ts'

interface MailContextValue {
  readonly blog: MailBlog
  readonly colours: MailColours
}

export const MailContext = createContext<MailContextValue | null>(null)

export const useMail = (): MailContextValue => {
  const value = use(MailContext)
  if (value === null) throw new Error('Parts of mails are rendered within a mail.')
  return value
}

const UI = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const SERIF = "Charter, 'Iowan Old Style', Cambria, Georgia, serif"

/** Text styles: the interface, headings, and texts that people wrote. */
export const UI_TEXT: CSSProperties = { fontFamily: UI, fontSize: '15px', lineHeight: '24px' }
export const HEADING_TEXT: CSSProperties = { fontFamily: "Georgia, 'Times New Roman', serif", fontWeight: 600 }
export const READING_TEXT: CSSProperties = { fontFamily: SERIF, fontSize: '17px', lineHeight: '27px' }

/** Long words and addresses break instead of widening the mail. */
export const BREAKING: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }
