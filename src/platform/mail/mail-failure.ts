/**
 * Kind of a failed attempt. `server`: the mail server is down, or refuses the sign-in or the sender, so other mails would
 * fail, too. `blog`: it names a limit or refuses to relay, instead of this address. `later`: it may accept this mail later
 * (4xx). `unclear`: it says no, without saying to what; refusals of other mails tell (`refusals.ts`). `refused`: it never
 * accepts this mail. `bounced`: the address does not exist.
 */
type MailFailure = 'server' | 'blog' | 'later' | 'unclear' | 'refused' | 'bounced'

const CLOSING = 421
/** The service closes, or signing in fails for now. */
const SESSION_REPLIES = new Set([CLOSING, 454])
/** Permanent replies below are about the dialogue itself: syntax, encryption, sign-in. */
const FIRST_MAIL_REPLY = 540

/** Enhanced status codes (RFC 3463) about the address. 5.1.7, 5.1.8 and 5.1.90 are about the sender. */
const NO_MAILBOX = /^\d\.(?:1\.(?:1|2|3|6|10)|2\.1)$/
/** About this mailbox or this text: a full mailbox, a mail that is too large or cannot be converted. */
const ONE_MAIL = /^\d\.(?:1\.(?:1|2|3|6|10)|2\.[1-3]|3\.4|6\.\d+)$/
const CONGESTED = /^\d\.4\.5$/
/** What mail servers say to senders who passed a limit, are on a list, or may not send through them. */
const ABOUT_BLOG = /\b(?:limit|quota|rate\b|ratelimit|too many|exceed|throttl|relay|block|blacklist|spam ?list|sender\b|send as\b)/i
/** A full mailbox, in the words of RFC 5321: 'exceeded storage allocation'. */
const ABOUT_MAILBOX = /\b(?:storage|mailbox)\b/i

/** Fields of the library's errors: the failed SMTP command and the reply. */
interface Refusal {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}

export function classifyMailFailure(error: unknown): MailFailure {
  const { code, command, responseCode, response } = error as Refusal
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'server'
  // The library refused the mail itself: an invalid address, or a mail too large for the server.
  if (typeof responseCode !== 'number') return 'refused'
  if (!isReplyToRecipientOrText(error)) return 'server'
  return classifyReply(typeof response === 'string' ? response : '', { responseCode, isToRecipient: command === 'RCPT TO' })
}

const isAboutSession = (code: number) => SESSION_REPLIES.has(code) || (code >= 500 && code < FIRST_MAIL_REPLY)

function classifyReply(reply: string, about: { readonly responseCode: number; readonly isToRecipient: boolean }): MailFailure {
  const isPermanent = about.responseCode >= 500
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1] ?? ''
  // Some servers use codes of the dialogue for one recipient, such as 501 for an address; the enhanced code tells.
  const isAboutOneMail = ONE_MAIL.test(status)
  if (isPermanent && isAboutOneMail) return about.isToRecipient && NO_MAILBOX.test(status) ? 'bounced' : 'refused'
  if (isAboutSession(about.responseCode)) return 'server'
  if (!isAboutOneMail && (CONGESTED.test(status) || isAboutBlog(reply, status))) return 'blog'
  return isPermanent ? 'unclear' : 'later'
}

const isAboutBlog = (reply: string, status: string) =>
  ABOUT_BLOG.test(withoutAddresses(reply)) && (status !== '' || !ABOUT_MAILBOX.test(reply))

/** Whether the server replied to the recipient or the text of this mail, which strangers may have chosen. */
export function isReplyToRecipientOrText(error: unknown): boolean {
  const { code, command, responseCode } = error as Refusal
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (command === 'RCPT TO' || command === 'DATA') && typeof responseCode === 'number'
}

/** Whether the server says that it never takes this mail. */
export const isPermanentReply = (error: unknown): boolean => Number((error as Refusal).responseCode) >= 500

/** Whether the server refused the recipient, before it had the text. */
export const isAboutRecipient = (error: unknown): boolean => (error as Refusal).command === 'RCPT TO'

/** Whether the connected server did not respond in time: it is silent about this mail, or about all. */
export function isSilence(error: unknown): boolean {
  const { name, timeoutType } = error as { name?: unknown; timeoutType?: unknown }
  return timeoutType === 'SOCKET_TIMEOUT' || name === 'AbortError' || name === 'TimeoutError'
}

const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'it does not accept the user name or the password',
  ECONNECTION: 'it cannot be reached',
  ESOCKET: 'it cannot be reached, or its certificate is not trusted',
  ETIMEDOUT: 'it does not respond',
  EABORT: 'it does not respond',
  EDNS: 'its name is not known',
  ECONNREFUSED: 'nothing listens there',
  EENVELOPE: 'it refused the sender or the recipient',
  EMESSAGE: 'it refused the mail',
}

/** Describes why the mail server cannot be used, by the code of the error. */
export const mailProblemOf = (code: string): string => WORDS[code] ?? code

const REPLY_MAX_LENGTH = 200
/** Begins where a word does, so that each word of a long reply is read once. */
const ADDRESS = /<?(?<![^\s<>@:;,])[^\s<>@:;,]+@[^\s<>@:;,]+>?/g
const withoutAddresses = (text: string) => text.replaceAll(ADDRESS, '…')
/** Ids, and what might be credentials. */
const LONG_WORD = /[\w+/=-]{20,}/g

/** The reply to the mail's addresses or its text, or to a client that comes too often. */
const isReplyToMail = ({ code, responseCode }: Refusal) => code === 'EENVELOPE' || code === 'EMESSAGE' || responseCode === CLOSING

/**
 * Describes to admins why a mail was not sent, without addresses. The reply to the sign-in is left out: it might repeat the
 * credentials.
 * @param about whether the mail server refused this mail, or takes none
 */
export function describeRefusal(error: unknown, about: 'mail' | 'blog' = 'mail'): string {
  const { code, responseCode, response } = error as Refusal
  const isReply = typeof response === 'string' && isReplyToMail({ code, responseCode })
  const why =
    isReply && about === 'blog'
      ? 'it takes no mail from this blog now'
      : mailProblemOf(typeof code === 'string' ? code : 'something went wrong')
  const words = `The mail server did not accept it: ${why}.`
  if (!isReply) return words
  return `${words} It says: ${withoutAddresses(response).replaceAll(LONG_WORD, '…').replaceAll(/\s+/g, ' ').slice(0, REPLY_MAX_LENGTH)}`
}
