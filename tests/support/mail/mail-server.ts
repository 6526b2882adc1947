import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from '#tests/support/free-port.ts'

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** The whole message, with lines and characters decoded. */
  readonly whole: string
}

/** A real SMTP server on loopback that collects mail. */
export interface MailServer {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  /** Waits for the next unread mail to this address. */
  readonly next: (to: string) => Promise<ReceivedMail>
  readonly stop: () => Promise<void>
}

const WAIT_MS = 120_000

export const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const decodeWords = (text: string) =>
  text.replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=\s*/gi, (_, kind: string, word: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('utf8') : decodeQuotedPrintable(word.replaceAll('_', ' ')),
  )

const parse = (raw: string, to: readonly string[]): ReceivedMail => {
  const [head = '', ...body] = raw.split(/\r?\n\r?\n/)
  const unfolded = head.replaceAll(/\r?\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1] ?? ''
  const text = body.join('\n\n')
  return {
    to,
    whole: `${unfolded}\n\n${decodeQuotedPrintable(text)}`,
    subject: decodeWords(header('Subject')),
    text: /base64/i.test(header('Content-Transfer-Encoding'))
      ? Buffer.from(text, 'base64').toString('utf8')
      : /quoted-printable/i.test(header('Content-Transfer-Encoding'))
        ? decodeQuotedPrintable(text)
        : text,
  }
}

/** @param port default: a free one */
export async function startMailServer(port?: number): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const read = new Set<ReceivedMail>()
  const arrivals = new EventEmitter()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        mails.push(parse(Buffer.concat(chunks).toString('utf8'), to))
        arrivals.emit('mail')
        done()
      })
    },
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.on('error', reject)
  server.listen(port ?? (await findFreePort()), '127.0.0.1', resolve)
  await promise
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    async next(to) {
      const signal = AbortSignal.timeout(WAIT_MS)
      for (;;) {
        const mail = mails.find((one) => !read.has(one) && one.to.includes(to))
        if (mail) {
          read.add(mail)
          return mail
        }
        await once(arrivals, 'mail', { signal }).catch(() => {
          throw new Error(`No mail came for ${to}; there are ${JSON.stringify(mails)}`)
        })
      }
    },
    stop: () => new Promise((end) => server.close(() => end())),
  }
}

/** The token of the link in a mail. */
export const tokenIn = ({ text }: ReceivedMail): string => /#([\w-]{43})\b/.exec(text)?.[1] ?? ''
