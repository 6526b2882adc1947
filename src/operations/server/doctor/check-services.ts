import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { mailProblemOf } from '#platform/mail/mail-failure.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import type { Config } from '#platform/process/config.ts'
import { about, type Finding, safeCodeOf } from './finding.ts'

const TIMEOUT_MS = 8000

/** Connects and signs in; no mail is sent. */
export async function checkMail({ mail, publicUrl }: Config): Promise<Finding> {
  const { fine, attention, wrong } = about('Mail')
  if (!mail) return attention('No mail is configured, so nobody can get a link for a forgotten password.', 'Set SMTP_URL and MAIL_FROM.')
  const mailer = await createMailer({ ...mail, publicUrl, timeoutMs: TIMEOUT_MS })
  try {
    await mailer.verify()
    return fine('The mail server takes our sign-in.')
  } catch (error) {
    const problem = mailProblemOf(safeCodeOf(error))
    return wrong(`The mail server cannot be used: ${problem}.`, 'Look at SMTP_URL: scheme, name, port, user, password.')
  } finally {
    mailer.close()
  }
}

export async function checkSignIn({ oidc }: Config): Promise<Finding[]> {
  if (!oidc) return []
  const { fine, wrong } = about('Sign-in')
  const { issuer } = oidc
  try {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { issuer: name } = (await response.json()) as { issuer?: unknown }
    if (response.ok && name === issuer) return [fine(`${issuer} responds.`)]
    const advice = 'OIDC_ISSUER must be just as the provider writes it, also in its slash at the end.'
    return [wrong(`${issuer} responds, but not as the identity provider of that name.`, advice)]
  } catch (error) {
    const says = `The identity provider ${issuer} cannot be reached (${safeCodeOf(error)}).`
    return [wrong(says, 'Look at OIDC_ISSUER, and whether this machine may reach it.')]
  }
}

/** Whether FFMPEG_PATH names a program that converts videos. */
export async function checkFfmpeg({ ffmpegPath }: Config): Promise<Finding[]> {
  if (ffmpegPath === null) return []
  const { fine, wrong } = about('Films')
  const advice = 'Install the ffmpeg of the system (apt-get install ffmpeg), set FFMPEG_PATH to its whole path, or leave it out.'
  try {
    const { stdout } = await promisify(execFile)(ffmpegPath, ['-hide_banner', '-encoders'], { timeout: TIMEOUT_MS })
    if (/\blibx264\b/.test(stdout) && /\baac\b/.test(stdout)) return [fine('ffmpeg converts films of old formats.')]
    return [wrong('The program that FFMPEG_PATH names writes no H.264 with AAC.', advice)]
  } catch (error) {
    return [wrong(`FFMPEG_PATH names no program that runs (${safeCodeOf(error)}).`, advice)]
  }
}
