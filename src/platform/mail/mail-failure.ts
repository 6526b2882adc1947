/**
 * Kind of a failed attempt. `server`: the mail server is down or refuses the blog itself, so other mails would fail, too.
 * `later`: the server may accept this mail later (4xx). `refused`: it never will (5xx). `bounced`: the address does not exist.
 */
export type MailFailure = 'server' | 'later' | 'refused' | 'bounced'

const SERVICE_CLOSING = 421
/** No such mailbox, mailbox on another server, invalid name. A full mailbox (552) is no bounce. */
const NO_MAILBOX = new Set([550, 551, 553])
/** Enhanced status codes (RFC 3463) about the address. Other codes in the same replies are about the sender, spam or relaying. */
const ABOUT_ADDRESS = /^\d{3}[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/
const ENHANCED = /^\d{3}[ -]5\.\d{1,3}\.\d{1,3}\b/

/** Fields of the library's errors: the failed SMTP command and the reply. */
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
  // The library refused the mail itself: an invalid address, or a mail too large for the server.
  if (typeof responseCode !== 'number') return 'refused'
  if (isAboutBlog(refusal)) return 'server'
  if (responseCode < 500) return 'later'
  return isBounce(refusal) ? 'bounced' : 'refused'
}

/** Whether the connected server did not respond in time: it is silent about this mail, or about all. */
export function isSilence(error: unknown): boolean {
  const { name, timeoutType } = error as { name?: unknown; timeoutType?: unknown }
  return timeoutType === 'SOCKET_TIMEOUT' || name === 'AbortError' || name === 'TimeoutError'
}

/** The greeting, the sign-in and the sender are the same for all mails. */
const isAboutBlog = ({ command, responseCode }: Refusal) =>
  responseCode === SERVICE_CLOSING || (command !== 'RCPT TO' && command !== 'DATA')

const isBounce = ({ command, responseCode, response }: Refusal) =>
  command === 'RCPT TO' &&
  NO_MAILBOX.has(responseCode as number) &&
  typeof response === 'string' &&
  (!ENHANCED.test(response) || ABOUT_ADDRESS.test(response))

const WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'it does not accept the user name or the password',
  ECONNECTION: 'it cannot be reached',
  ESOCKET: 'it cannot be reached, or its certificate is not trusted',
  ETIMEDOUT: 'it does not respond',
  EDNS: 'its name is not known',
  ECONNREFUSED: 'nothing listens there',
  EENVELOPE: 'it refused the sender or the recipient',
  EMESSAGE: 'it refused the mail',
}

/** Describes why the mail server cannot be used, by the code of the error. */
export const mailProblemOf = (code: string): string => WORDS[code] ?? code

const REPLY_MAX_LENGTH = 200

/**
 * Describes to admins why a mail was not sent. Includes the server's reply only from the mail's addresses on: its reply to
 * the sign-in might repeat the credentials.
 */
export function describeRefusal(error: unknown): string {
  const { code, response } = error as { code?: unknown; response?: unknown }
  const words = `The mail server did not accept it: ${mailProblemOf(typeof code === 'string' ? code : 'something went wrong')}.`
  if (typeof response !== 'string' || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return words
  return `${words} It says: ${response.replaceAll(/\s+/g, ' ').slice(0, REPLY_MAX_LENGTH)}`
}
