export interface MailContent {
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** The same as HTML. */
  readonly html?: string
  /** Referenced in the HTML as `cid:<id>`. */
  readonly pictures?: readonly MailPicture[]
}

export interface MailPicture {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface Mail extends MailContent {
  readonly to: string
  /** The same for each attempt, so that a mail program shows duplicates once. The library generates one by default. */
  readonly messageId?: string
  /** Further header fields, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Mailer {
  /** Rejects when the mail server did not accept the mail. */
  readonly send: (mail: Mail, signal?: AbortSignal) => Promise<void>
  /** Connects and signs in, and sends nothing. Rejects when that does not work. */
  readonly verify: () => Promise<void>
  readonly close: () => void
}

const TIMEOUT_MS = 15_000
/** Some servers examine a mail for a long time before they respond. Giving up too early would send it twice. */
const BULK_TIMEOUT_MS = 120_000
const BULK_IDLE_MS = 20_000

interface MailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…` */
  readonly smtpUrl: string
  readonly from: string
  /** Sends all mails over one connection, which is closed when idle. */
  readonly isBulk?: boolean
  /** How long the mail server may be silent; tests shorten it. */
  readonly timeoutMs?: number
}

/** Loads the library only when mail is sent. */
export async function createMailer({ smtpUrl, from, isBulk = false, timeoutMs }: MailerOptions): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  const connectMs = timeoutMs ?? TIMEOUT_MS
  const transport = createTransport({
    url: smtpUrl,
    // The library sends a mail again over a new connection only if nothing of it was sent over the lost one.
    ...(isBulk ? { pool: true as const, maxConnections: 1, maxRequeues: 1, idleTimeout: BULK_IDLE_MS } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: timeoutMs ?? (isBulk ? BULK_TIMEOUT_MS : TIMEOUT_MS),
    // No part of a mail may read a file or an address of this machine: pictures are passed as bytes.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, pictures = [], messageId, headers, ...content }, signal) {
      const attachments = pictures.map(({ id, name, type, bytes }) => ({
        cid: id,
        filename: name,
        contentType: type,
        content: Buffer.from(bytes),
        contentDisposition: 'inline' as const,
      }))
      const given = {
        ...(messageId === undefined ? {} : { messageId }),
        ...(headers === undefined ? {} : { headers }),
        ...(signal === undefined ? {} : { signal }),
      }
      await transport.sendMail({ from, to: { name: '', address: to }, ...content, attachments, ...given })
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
