import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { MINUTE_MS, SECOND_MS } from '#platform/contract/limits.ts'

export interface MailContent {
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** The same as HTML. */
  readonly html?: string
  /** Referenced in the HTML as `cid:<id>`. */
  readonly pictures?: readonly MailPicture[]
  /** Name of the recipient. Absent where it must not be told, as the address may be a stranger's. */
  readonly toName?: string | undefined
}

export interface MailPicture {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface Mail extends MailContent {
  readonly to: string
  /** The same for each attempt, so that a mail program shows duplicates once. */
  readonly messageId: string
  /** Where a reply goes. Default: the sender. */
  readonly replyTo?: string
  /** Further header fields, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A Message-ID that is the same for each attempt of a mail. */
export const messageIdOf = (mail: string, publicUrl: string): string =>
  `<${createHash('sha256').update(mail).digest('base64url').slice(0, 32)}@${new URL(publicUrl).hostname}>`

interface SendLimits {
  /** How long everything until the mail server takes the text may take, in ms. Default: {@link BEFORE_TEXT_MS}. */
  readonly beforeTextMs?: number
  /** Ends an attempt whose text is not being sent yet. */
  readonly signal?: AbortSignal
}

export interface Mailer {
  /** Rejects when the mail server did not accept the mail; see {@link mayHaveArrived}. */
  readonly send: (mail: Mail, limits?: SendLimits) => Promise<void>
  /** Connects and signs in, and sends nothing. Rejects when that does not work. */
  readonly verify: () => Promise<void>
  readonly close: () => void
}

export const BEFORE_TEXT_MS = MINUTE_MS
/** A mail server may take ten minutes to take the text and examine it (RFC 5321, 4.5.3.2.6): giving up earlier sends the mail twice. */
export const TEXT_MAX_MS = 10 * MINUTE_MS
const CONNECT_MS = 15 * SECOND_MS
const IDLE_MS = 20 * SECOND_MS
/** At least one for each worker. */
const CONNECTIONS_MAX = 10

const withText = new WeakSet<object>()

/** Whether the mail server may have accepted a mail that could not be sent: its text was sent, and no reply came. */
export const mayHaveArrived = (error: unknown): boolean =>
  withText.has(error as object) && typeof (error as { responseCode?: unknown }).responseCode !== 'number'

interface MailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…` */
  readonly smtpUrl: string
  readonly from: string
  /** The blog's address: its host is the name for mail servers, where this machine has none. */
  readonly publicUrl?: string
  /** How long the mail server may be silent. */
  readonly timeoutMs?: number
}

/** Name for the greeting; undefined for the library's choice, the name of this machine or `[127.0.0.1]`. */
function findClientName(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined || hostname().includes('.')) return undefined
  const { hostname: host } = new URL(publicUrl)
  return host.includes('.') && isIP(host) === 0 ? host : undefined
}

/** Loads the library only when mail is sent. */
export async function createMailer({ smtpUrl, from, publicUrl, timeoutMs }: MailerOptions): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  const connectMs = timeoutMs ?? CONNECT_MS
  const name = findClientName(publicUrl)
  const transport = createTransport({
    url: smtpUrl,
    ...(name === undefined ? {} : { name }),
    // Mails share connections, which are closed when idle.
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    // The library sends a mail again over a new connection only if nothing of it was sent over the lost one.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: timeoutMs ?? TEXT_MAX_MS,
    // No part of a mail may read a file or an address of this machine: pictures are passed as bytes.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The library reads the text when the mail server has accepted the recipient and waits for it.
  transport.use('stream', (mail, done) => {
    const { onText } = mail.data as { readonly onText?: () => void }
    mail.message.processFunc((text: Readable) => text.once('resume', () => onText?.()))
    done()
  })
  return {
    async send({ to: address, toName: name = address, pictures = [], headers, ...content }, limits = {}) {
      const attachments = pictures.map(({ id, name: filename, type, bytes }) => ({
        cid: id,
        filename,
        contentType: type,
        content: Buffer.from(bytes),
        contentDisposition: 'inline' as const,
      }))
      const attempt = startAttempt(limits)
      const given = {
        // With a name, because filters count an address without brackets against the mail.
        to: { name, address },
        // Keeps out-of-office replies away (RFC 3834).
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
        signal: attempt.signal,
        onText: attempt.noteText,
      }
      try {
        await transport.sendMail({ from, ...content, attachments, ...given })
      } catch (error) {
        if (attempt.hasText() && error instanceof Error) withText.add(error)
        throw error
      } finally {
        attempt.end()
      }
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

/** Aborts what takes too long: everything before the text, then the text with its reply. */
function startAttempt({ beforeTextMs = BEFORE_TEXT_MS, signal: outer }: SendLimits) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let isText = false
  let timer = setTimeout(abort, beforeTextMs)
  if (outer?.aborted === true) abort()
  outer?.addEventListener('abort', abort)
  const release = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
  }
  return {
    signal: controller.signal,
    hasText: () => isText,
    noteText: () => {
      isText = true
      release()
      timer = setTimeout(abort, TEXT_MAX_MS)
    },
    end: release,
  }
}
