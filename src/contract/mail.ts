import type { DateLanguage } from './date-languages.ts'
import type { Look } from './look.ts'

/** What every mail shows of the blog that sends it. */
export interface MailBlog {
  readonly name: string
  readonly mark: string
  readonly publicUrl: string
  readonly look: Pick<Look, 'palette' | 'text'>
  readonly dateLanguage: DateLanguage
  /** Then nothing of it is for visitors. */
  readonly isClosed: boolean
}

/**
 * A part of a mail. HTML (`src/web/mails/`) and plain text (`server/features/write-mail-text.ts`) are written from the
 * same parts; a new kind needs an entry in both. Every address is a whole one, of the blog itself.
 */
export type MailPart =
  /** The first is the title of the mail. */
  | { readonly kind: 'heading'; readonly text: string; readonly url?: string }
  /** A line about what stands above or below: '3 May 2026 · Life'. The date is ISO 8601. */
  | { readonly kind: 'note'; readonly date?: string; readonly words?: readonly string[] }
  | { readonly kind: 'text'; readonly text: string }
  /** What a person wrote; line breaks in it stay. */
  | { readonly kind: 'quote'; readonly by: string; readonly text: string }
  /** An attached picture, by the id that it is attached with, in its shown width in pixels. */
  | {
      readonly kind: 'picture'
      readonly id: string
      readonly alt: string
      readonly width: number
      readonly url: string
    }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** `about` is what it leads to, where several links have one label: screen readers list them. */
  | { readonly kind: 'link'; readonly label: string; readonly about?: string; readonly url: string }
  /** Before the next of several things. */
  | { readonly kind: 'rule' }

/** A mail before it is HTML and text. */
export interface MailBody {
  readonly subject: string
  /** Lists of mails show it beside the subject. */
  readonly preview: string
  readonly parts: readonly MailPart[]
  readonly footer: {
    /** Why one gets this mail. */
    readonly why: string
    /** How to change or to end that. */
    readonly links: readonly { readonly label: string; readonly url: string }[]
  }
}

/** The theme of the reader's device, or one of the two for a preview. */
export type MailTheme = 'device' | 'light' | 'dark'

/** A whole HTML document. It loads nothing: pictures are attached (`cid:`), styles stand inline. */
export type RenderMail = (blog: MailBlog, body: MailBody, theme?: MailTheme) => string
