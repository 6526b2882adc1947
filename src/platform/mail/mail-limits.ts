/** Of the mail that goes out, as providers refuse what comes faster or is more (docs/operating.md, Settings). */
export interface MailLimits {
  /** Mails for which nobody waits at the screen. */
  readonly perSecond: number
  /** All mails of 24 hours together. */
  readonly perDay: number
  /** Hour of the day, in the blog's time zone, at which the mails of a day and of a week go out. */
  readonly hour: number
}

export const DEFAULT_MAIL_LIMITS: MailLimits = { perSecond: 2, perDay: 500, hour: 8 }
