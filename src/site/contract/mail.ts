import type { DateStyle } from '#platform/contract/format-date.ts'
import type { Look } from './look.ts'

/** Properties of the blog that every mail shows. */
export interface MailBlog extends DateStyle {
  readonly name: string
  readonly publicUrl: string
  readonly look: Pick<Look, 'palette'>
  /** True when visitors cannot read the blog. */
  readonly isClosed: boolean
}

/**
 * A part of a mail. HTML (`src/site/web/mail/`) and plain text (`server/mail/write-mail-text.ts`) are written from the
 * same parts; a new kind needs an entry in both. URLs are absolute and lead to the blog itself.
 */
export type MailPart =
  /** The first heading is the title of the mail. */
  | { readonly kind: 'heading'; readonly text: string; readonly url?: string }
  /** A line about the part above or below: '3 May 2026 · Life'. The date is ISO 8601. */
  | { readonly kind: 'note'; readonly date?: string; readonly words?: readonly string[] }
  | { readonly kind: 'text'; readonly text: string }
  /** Text that a person wrote; line breaks are preserved. */
  | { readonly kind: 'quote'; readonly by: string; readonly text: string }
  /** An attached picture: `id` is that of the attachment, `width` the shown width in pixels. */
  | {
      readonly kind: 'picture'
      readonly id: string
      readonly alt: string
      readonly width: number
      readonly url: string
    }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** `about` describes the target for screen readers when several links have the same label. */
  | { readonly kind: 'link'; readonly label: string; readonly about?: string; readonly url: string }
  /** Separates items. */
  | { readonly kind: 'rule' }

/** A mail before it is HTML and text. */
export interface MailBody {
  readonly subject: string
  readonly parts: readonly MailPart[]
  readonly footer: {
    /** Why the recipient gets this mail. */
    readonly why: string
    /** Links to change or end these mails. */
    readonly links: readonly { readonly label: string; readonly url: string }[]
  }
}

/** Returns an HTML document that loads nothing: pictures are attached (`cid:`), styles are inline. */
export type RenderMail = (blog: MailBlog, body: MailBody) => string
