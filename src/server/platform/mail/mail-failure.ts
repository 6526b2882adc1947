/**
 * What a failed attempt means: `server`, the mail server is away or refuses the blog itself, so that no other mail would
 * do better; `later`, this mail may be taken later (4xx); `refused`, this mail never will (5xx); `bounced`, nobody has
 * this address.
 */
export type MailFailure = 'server' | 'later' | 'refused' | 'bounced'

const SERVICE_CLOSING = 421
/** No such mailbox, not here, not a valid one. A full mailbox (552) is none of them. */
const NO_MAILBOX = new Set([550, 551, 553])
/** Enhanced status codes (RFC 3463) about the address. Others of the same replies are about the sender, spam or relaying. */
const ABOUT_ADDRESS = /^\d{3}[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/
const ENHANCED = /^\d{3}[ -]5\.\d{1,3}\.\d{1,3}\b/

/** Of the library's errors, with the step of SMTP in which it failed and the reply. */
interface Refusal {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}

export function classifyMailFailure(error: unknown): MailFailure {
  const refusal = error as Refusal
  const { code, responseCode } = refusal
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'server'
  // Found before the server was asked: an address that is none, or a mail that is too large for it.
  if (typeof responseCode !== 'number') return 'refused'
  if (isAboutBlog(refusal)) return 'server'
  if (responseCode < 500) return 'later'
  return isBounce(refusal) ? 'bounced' : 'refused'
}

/** The greeting, the sign-in and the sender are the same for all mails. */
const isAboutBlog = ({ command, responseCode }: Refusal) =>
  responseCode === SERVICE_CLOSING || (command !== 'RCPT TO' && command !== 'DATA')

const isBounce = ({ command, responseCode, response }: Refusal) =>
  command === 'RCPT TO' &&
  NO_MAILBOX.has(responseCode as number) &&
  typeof response === 'string' &&
  (!ENHANCED.test(response) || ABOUT_ADDRESS.test(response))
