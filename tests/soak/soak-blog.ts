import { type BlogProcess, startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { findUnprivilegedLauncher } from '#tests/faults/break-things.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { residentMb } from '#tests/support/media/watch-memory.ts'
import { type MailServer, startMailServer } from '#tests/support/mail/mail-server.ts'

export const ADMIN = { email: 'admin@example.org', password: 'the admin of this run' }

/** The built blog with its database and a mail server, which can be stopped and started. */
export interface SoakBlog {
  readonly url: string
  readonly dataDir: string
  readonly pid: () => number
  /** Resident memory in MB. */
  readonly memoryMb: () => number
  readonly restart: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
  readonly mail: { readonly down: () => Promise<void>; readonly up: () => Promise<void>; readonly arrived: () => readonly string[] }
  readonly stop: () => Promise<void>
}

export async function startSoakBlog(dataDir: string, databaseUrl: string): Promise<SoakBlog> {
  const mailPort = await findFreePort()
  const mailboxes: MailServer[] = []
  const up = async () => void mailboxes.push(await startMailServer(mailPort))
  await up()
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: String(await findFreePort()),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'blog@example.org',
  }
  const start = () => startBlogProcess(settings, { launcher: findUnprivilegedLauncher() ?? [] })
  let blog: BlogProcess = await start()
  return {
    url: blog.url,
    dataDir,
    pid: () => blog.pid,
    memoryMb: () => residentMb(blog.pid),
    async restart(signal) {
      await (signal === 'SIGKILL' ? blog.crash() : blog.stop())
      blog = await start()
    },
    mail: {
      down: async () => mailboxes.at(-1)?.stop(),
      up,
      arrived: () => mailboxes.flatMap(({ mails }) => mails.flatMap(({ to }) => to)),
    },
    async stop() {
      await blog.stop()
      await mailboxes.at(-1)?.stop()
    },
  }
}
