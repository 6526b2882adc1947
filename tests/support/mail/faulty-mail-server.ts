import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { findFreePort } from '#tests/support/free-port.ts'

/**
 * `later` and `refused`: every fourth mail gets 4xx or 5xx, at its recipient or after its text. `hangs`: it takes the text
 * and never responds. `drops`: it accepts each mail and closes the connection instead of the response. `closes`: it closes
 * the connection half-way through every third mail. `away`: nobody listens.
 */
export type MailServerFault = 'none' | 'later' | 'refused' | 'hangs' | 'drops' | 'closes' | 'away'

/** A reply to all mails, such as `550 5.4.5 Daily limit exceeded`. */
export interface RefusalOfAll {
  readonly at: 'RCPT TO' | 'DATA'
  readonly reply: string
}

export interface AcceptedMail {
  readonly to: string
  readonly messageId: string
  readonly subject: string
  readonly at: number
  /** Header and body, as they were sent. */
  readonly whole: string
}

/** A real SMTP server on loopback that simulates common faults. */
export interface FaultyMailServer {
  readonly url: string
  /** Accepted mails, each recorded just before the response. */
  readonly accepted: readonly AcceptedMail[]
  /** All requested recipients, accepted or not. */
  readonly asked: readonly string[]
  /** Maximum number of simultaneous connections. */
  readonly connectionsMax: () => number
  /** Number of simulated faults, except while it is `away`. */
  readonly faultsMet: () => number
  readonly behave: (fault: MailServerFault) => Promise<void>
  /** Refuses all mails, or none any more. */
  readonly refuseAll: (refusal: RefusalOfAll | null) => void
  /** Delays the responses to mails' texts. */
  readonly delayBy: (ms: number) => void
  /** Names with which clients greeted. */
  readonly clientNames: ReadonlySet<string>
  /** Closes all connections. */
  readonly letGo: () => void
  readonly stop: () => Promise<void>
}

/** The server does not know addresses with this prefix. */
export const UNKNOWN_PREFIX = 'unknown-'
/** The server never responds about addresses with this prefix. */
export const HANGING_PREFIX = 'hanging-'
/** The server always takes mails to addresses with this prefix later. */
export const DEFERRED_PREFIX = 'deferred-'
/** The server closes the connection about addresses with this prefix. */
export const CLOSING_PREFIX = 'closing-'
/** Before another prefix: only the first mail to the address meets its fault. */
export const ONCE_PREFIX = 'once-'

interface State {
  fault: MailServerFault
  refusal: RefusalOfAll | null
  delayMs: number
  readonly clientNames: Set<string>
  mails: number
  faultsMet: number
  open: number
  openMax: number
  readonly accepted: AcceptedMail[]
  readonly asked: string[]
  /** Sockets by client port. */
  readonly sockets: Map<number, Socket>
}

const reply = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code })
const fault = (state: State, code: number, message: string) => {
  state.faultsMet += 1
  return reply(code, message)
}
const replyOf = (state: State, { reply: line }: RefusalOfAll) => fault(state, Number(line.slice(0, 3)), line.slice(4))
const isEvery = (state: State, nth: number) => state.mails % nth === 0

type Server = SMTPServer & { closeNow: () => Promise<void> }

export async function startFaultyMailServer(): Promise<FaultyMailServer> {
  const state: State = {
    fault: 'none',
    refusal: null,
    delayMs: 0,
    clientNames: new Set(),
    mails: 0,
    faultsMet: 0,
    open: 0,
    openMax: 0,
    accepted: [],
    asked: [],
    sockets: new Map(),
  }
  const port = await findFreePort()
  let server: Server | undefined = await listen(state, port)
  const close = async () => {
    const closing = server
    server = undefined
    await closing?.closeNow()
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted: state.accepted,
    asked: state.asked,
    connectionsMax: () => state.openMax,
    faultsMet: () => state.faultsMet,
    async behave(fault) {
      state.fault = fault
      if (fault === 'away') await close()
      else server ??= await listen(state, port)
    },
    refuseAll: (refusal) => (state.refusal = refusal),
    delayBy: (ms) => (state.delayMs = ms),
    clientNames: state.clientNames,
    letGo() {
      for (const socket of state.sockets.values()) socket.destroy()
    },
    stop: close,
  }
}

async function listen(state: State, onPort: number): Promise<Server> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    // Replies are sent as they are written.
    hideENHANCEDSTATUSCODES: true,
    onRcptTo({ address }, session, done) {
      state.clientNames.add(session.hostNameAppearsAs)
      const isKnown = state.asked.includes(address)
      state.asked.push(address)
      state.mails += 1
      const name = address.startsWith(ONCE_PREFIX) && !isKnown ? address.slice(ONCE_PREFIX.length) : address
      if (name.startsWith(UNKNOWN_PREFIX)) return done(reply(550, '5.1.1 No such user here'))
      if (name.startsWith(DEFERRED_PREFIX)) return done(reply(450, '4.2.0 Greylisted, try later'))
      if (name.startsWith(CLOSING_PREFIX)) return void state.sockets.get(session.remotePort)?.destroy()
      if (name.startsWith(HANGING_PREFIX)) return
      done(refuseRecipient(state))
    },
    // The client may be killed half-way.
    onData: (stream, session, done) => void readMail(state, { stream, session, done }).catch(() => {}),
  })
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0
    state.sockets.set(port, socket)
    state.open += 1
    state.openMax = Math.max(state.openMax, state.open)
    socket.once('close', () => {
      state.sockets.delete(port)
      state.open -= 1
    })
  })
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(onPort, '127.0.0.1', resolve)
  })
  return Object.assign(server, {
    async closeNow() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of state.sockets.values()) socket.destroy()
      await closed
    },
  })
}

interface Mail {
  readonly stream: SMTPServerDataStream
  readonly session: SMTPServerSession
  readonly done: (error?: Error | null) => void
}

function refuseRecipient(state: State): Error | null {
  if (state.refusal?.at === 'RCPT TO') return replyOf(state, state.refusal)
  if (state.fault === 'later' && isEvery(state, 8)) return fault(state, 450, '4.2.0 Greylisted, try later')
  return state.fault === 'refused' && isEvery(state, 8) ? fault(state, 554, '5.7.1 Not wanted here') : null
}

function refuseText(state: State): Error | null {
  if (state.refusal?.at === 'DATA') return replyOf(state, state.refusal)
  if (state.fault === 'later' && isEvery(state, 4)) return fault(state, 451, '4.3.0 Try again later')
  return state.fault === 'refused' && isEvery(state, 4) ? fault(state, 554, '5.6.0 Cannot take this text') : null
}

async function readMail(state: State, { stream, session, done }: Mail): Promise<void> {
  const isCut = state.fault === 'closes' && isEvery(state, 3)
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer)
    if (!isCut) continue
    state.faultsMet += 1
    return void state.sockets.get(session.remotePort)?.destroy()
  }
  if (state.fault === 'hangs') return void (state.faultsMet += 1)
  const refusal = refuseText(state)
  if (refusal) return done(refusal)
  const whole = Buffer.concat(chunks).toString('utf8')
  const head = whole.replaceAll(/\r?\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const to = session.envelope.rcptTo[0]?.address ?? ''
  state.accepted.push({ to, messageId: header('Message-ID'), subject: header('Subject'), at: Date.now(), whole })
  if (state.fault === 'drops') {
    state.faultsMet += 1
    return void state.sockets.get(session.remotePort)?.destroy()
  }
  if (state.delayMs > 0) await sleep(state.delayMs, undefined, { ref: false })
  done()
}
