import { randomBytes } from 'node:crypto'
import type { Config } from '#platform/process/config.ts'
import { mailProblemOf } from '#platform/mail/mail-failure.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { openFileStores } from '#platform/storage/open-file-stores.ts'
import { about, safeCodeOf, type Finding } from './finding.ts'

/** Writes a small file, reads it, and deletes it. */
export async function checkStorage({ storage }: Config): Promise<Finding> {
  const { fine, wrong } = about('Storage')
  const where = storage.type === 'folder' ? 'The folder for pictures' : `The bucket ${storage.bucket}`
  const folder = `doctor-${randomBytes(8).toString('hex')}`
  try {
    const files = (await openFileStores(storage)).store('files')
    const bytes = randomBytes(32)
    try {
      await files.write(`${folder}/probe.jpg`, bytes)
      const read = await files.read(`${folder}/probe.jpg`)
      if (!read || Buffer.compare(bytes, read) !== 0)
        return wrong(`${where} does not give back what was written.`, 'Look at the storage itself: nothing in it can be relied on.')
    } finally {
      await files.removeFolder(folder)
    }
    return fine(`${where} takes, gives and deletes files.`)
  } catch (error) {
    const advice =
      storage.type === 'folder'
        ? 'Give DATA_DIR and all in it to the user that runs the blog.'
        : 'Look at STORAGE_URL and the S3_ settings, and whether the key may write.'
    return wrong(`${where} cannot be used (${safeCodeOf(error)}).`, advice)
  }
}

const MAIL_TIMEOUT_MS = 15_000

/** Connects and signs in; no mail is sent. */
export async function checkMail({ mail, publicUrl }: Config): Promise<Finding> {
  const { fine, attention, wrong } = about('Mail')
  if (!mail) return attention('No mail is configured, so nobody can get a link for a forgotten password.', 'Set SMTP_URL and MAIL_FROM.')
  const mailer = await createMailer({ ...mail, publicUrl, timeoutMs: MAIL_TIMEOUT_MS })
  try {
    await mailer.verify()
    return fine('The mail server takes our sign-in.')
  } catch (error) {
    const code = safeCodeOf(error)
    return wrong(`The mail server cannot be used: ${mailProblemOf(code)}.`, 'Look at SMTP_URL: scheme, name, port, user, password.')
  } finally {
    mailer.close()
  }
}

const TIMEOUT_MS = 8000

/** @returns also the provider's clock */
export async function checkSignIn({ oidc }: Config): Promise<{ finding: Finding; clock: number | null }> {
  const { fine, wrong } = about('Sign-in')
  if (!oidc) return { finding: fine('By email and password only; no identity provider is configured.'), clock: null }
  try {
    const address = `${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const clock = Date.parse(response.headers.get('date') ?? '')
    const document = (await response.json()) as { issuer?: unknown }
    const finding =
      response.ok && document.issuer === oidc.issuer
        ? fine(`${oidc.issuer} responds.`)
        : wrong(
            `${oidc.issuer} responds, but not as the identity provider of that name.`,
            'OIDC_ISSUER must be just as the provider writes it, also in its slash at the end.',
          )
    return { finding, clock: Number.isNaN(clock) ? null : clock }
  } catch (error) {
    return {
      finding: wrong(
        `The identity provider ${oidc.issuer} cannot be reached (${safeCodeOf(error)}).`,
        'Look at OIDC_ISSUER, and whether this machine may reach it.',
      ),
      clock: null,
    }
  }
}
