export interface MailContent {
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** The same as HTML. */
  readonly html?: string
  /** Shown in the HTML as `cid:<id>`. */
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
  /** The same for each attempt, so that a mail program shows what came twice once. Without it the library makes one. */
  readonly messageId?: string
  /** Further header fields, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Mailer {
  /** Rejects when the mail server did not take it. */
  readonly send: (mail: Mail) => Promise<void>
  /** Connects and signs in, and sends nothing. Rejects when that does not work. */
  readonly verify: () => Promise<void>
  readonly close: () => void
}

const TIMEOUT_MS = 15_000

/** The library is loaded only where mail is sent. @param smtpUrl `smtp://user:password@host:587` or `smtps://…` */
export async function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Nothing in a mail may read a file or an address of this machine: pictures are given as bytes.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, pictures = [], messageId, headers, ...content }) {
      const attachments = pictures.map(({ id, name, type, bytes }) => ({
        cid: id,
        filename: name,
        contentType: type,
        content: Buffer.from(bytes),
        contentDisposition: 'inline' as const,
      }))
      const given = { ...(messageId === undefined ? {} : { messageId }), ...(headers === undefined ? {} : { headers }) }
      await transport.sendMail({ from, to: { name: '', address: to }, ...content, attachments, ...given })
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
