import { backupName } from '#operations/server/backup/backup-names.ts'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createServer as createTlsServer, rootCertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { v7 as newId } from 'uuid'
import { inject, onTestFinished } from 'vitest'
import { createAccount } from '#accounts/server/users/create-account.ts'
import { startBlog } from '#app/start.ts'
import { openDatabase } from '#platform/database/database.ts'
import { createCertificate } from './certificates.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { makeFolder } from '#tests/support/temporary-folder.ts'

/** An operator's set-up in which nothing is wrong, until a test plants a mistake. */
export interface SetUp {
  readonly folder: string
  readonly env: Record<string, string>
  now: number
}

export async function createSetUp(): Promise<SetUp> {
  const folder = makeFolder()
  chmodSync(folder, 0o700)
  copyFileSync(inject('sqliteTemplate'), join(folder, 'kindred.sqlite'))
  const db = await openDatabase(`sqlite:${join(folder, 'kindred.sqlite')}`)
  const account = { username: 'mara', email: 'mara@example.org', password: 'a long password', isAdmin: true }
  await createAccount(db, account, { now: Date.now, newId })
  await db.destroy()
  mkdirSync(join(folder, 'backups'))
  writeFileSync(join(folder, 'backups', backupName('daily', Date.now())), 'x')
  const mail = await startMailServer()
  onTestFinished(() => mail.stop())
  return {
    folder,
    env: {
      DATA_DIR: folder,
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'silent',
      SMTP_URL: mail.url,
      MAIL_FROM: 'Our blog <blog@mail.test>',
    },
    now: Date.now(),
  }
}

/** Starts the blog with the settings of the set-up. */
export async function startSetUp({ env }: SetUp): Promise<void> {
  const renderPage = async () => ({ status: 200, headers: {}, html: '' })
  const pages = { renderPage, renderMail: () => '', inlineScripts: [], inlineStyles: [] }
  const blog = await startBlog({ env: { ...env }, loadPages: async () => pages, print: () => {} })
  onTestFinished(() => blog.close())
}

export function changeDatabase({ folder }: SetUp, statement: string): void {
  const opened = new DatabaseSync(join(folder, 'kindred.sqlite'))
  opened.exec(statement)
  opened.close()
}

/** Address on which nobody listens. */
export const nobody = async (): Promise<string> => `127.0.0.1:${await findFreePort()}`

interface Listening {
  listen: (port: number, host: string, done: () => void) => unknown
  address: () => AddressInfo | string | null
  close: () => unknown
}

async function listen(server: Listening, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** An HTTP server that is no blog. */
export async function serveHttp(respond: RequestListener, port?: number): Promise<string> {
  const server = createHttpServer(respond)
  onTestFinished(() => server.closeAllConnections())
  return `http://127.0.0.1:${await listen(server, port)}`
}

/** A TLS server as PUBLIC_URL, with a certificate whose times are relative to now, and whose authority is trusted. */
export async function serveTls(setUp: SetUp, { name, from, to }: { name: string; from: number; to: number }): Promise<void> {
  const certificate = createCertificate({ name, from: new Date(setUp.now + from), to: new Date(setUp.now + to) })
  const server = createTlsServer(certificate).on('tlsClientError', () => {})
  setDefaultCACertificates([...rootCertificates, certificate.cert])
  onTestFinished(() => setDefaultCACertificates([...rootCertificates]))
  Object.assign(setUp.env, { PUBLIC_URL: `https://localhost:${await listen(server)}`, TRUST_PROXY: '1' })
}

/** A mail server that takes no password. */
export async function serveRefusingMail(): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('Invalid login')),
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
}
