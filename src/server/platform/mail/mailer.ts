export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
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
    // A mail of ours is plain text: nothing in it may read a file or an address of this machine.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
