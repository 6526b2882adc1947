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

/** By the step of SMTP in which it failed, and the reply. */
export function classifyMailFailure(error: unknown): MailFailure {
  const { code, command, responseCode, response } = error as Partial<Record<'code' | 'command' | 'responseCode' | 'response', unknown>>
  // Found before the server was asked: an address that is none, or a mail that is too large for it.
  if ((code === 'EENVELOPE' && command === 'API') || (code === 'EMESSAGE' && responseCode === undefined)) return 'refused'
  const isAboutMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && (command === 'RCPT TO' || command === 'DATA')
  if (!isAboutMail || typeof responseCode !== 'number' || responseCode === SERVICE_CLOSING) return 'server'
  if (responseCode < 500) return 'later'
  if (command !== 'RCPT TO' || !NO_MAILBOX.has(responseCode) || typeof response !== 'string') return 'refused'
  return !ENHANCED.test(response) || ABOUT_ADDRESS.test(response) ? 'bounced' : 'refused'
}
