import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import type { Database } from '#platform/database/database.ts'
import { isVouchedFor, mayOptIn } from './opt-ins.ts'
import type { AddressMailKind, OutboxRow } from '#migrations/schema.ts'
import { type MailContent, messageIdOf } from '#platform/mail/mailer.ts'
import type { MailKindRules } from '#platform/mail/mail-kinds.ts'
import { createLink, findLinkOwner, linkAddress, type LinkOwner } from '#accounts/server/links/account-links.store.ts'
import { saveMailedCode } from '#accounts/server/codes/codes.store.ts'
import { CODE_DIGITS } from '#accounts/contract/account-limits.ts'
import { deriveMailToken } from '#platform/security/tokens.ts'

/** What a mail is composed from, just before it is sent. */
export interface MailFacts {
  /** Id in the outbox. */
  readonly mailId: string
  readonly email: string
  readonly siteName: string
  readonly publicUrl: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly isFirstAttempt: boolean
  /** For a link, or as the source of a code: the same in each attempt of the mail, so that any of them works. */
  readonly token: string
}

/** @returns undefined if the mail is not needed any more */
export type ComposeMail = (db: Database, facts: MailFacts) => Promise<MailContent | undefined>

const CODES = 10 ** CODE_DIGITS
const toCode = (token: string): string => String(Buffer.from(token, 'base64url').readUIntBE(0, 6) % CODES).padStart(CODE_DIGITS, '0')

interface Text {
  readonly subject: string
  /** Paragraphs after the greeting. */
  readonly lines: readonly string[]
}

/** Plain text with a greeting, and for the owner of the account by name if there is one. */
const toMail = (owner: LinkOwner | undefined, text: Text): MailContent =>
  toTextMail(text, owner && nameOfUser({ username: owner.username, displayName: owner.display_name ?? undefined }))

/** Plain text with a greeting. @param toName absent where the address may be a stranger's */
export const toTextMail = ({ subject, lines }: Text, toName?: string): MailContent => ({
  subject,
  text: `${[toName === undefined ? 'Hello,' : `Hello ${toName},`, ...lines].join('\n\n')}\n`,
  toName,
})

/** Addresses that nobody confirmed may be a stranger's: they get no names, and no notices. */
const named = (owner: LinkOwner | undefined) => (owner && isVouchedFor(owner) ? owner : undefined)

const noticeMail =
  (write: (facts: MailFacts) => Text, { isForUnconfirmed = false } = {}): ComposeMail =>
  async (db, facts) => {
    const owner = await findLinkOwner(db, facts.email)
    if (owner && !isVouchedFor(owner) && !isForUnconfirmed) return undefined
    return toMail(named(owner), write(facts))
  }

const FIRST_CODE =
  'It also confirms that this address is yours. A password, passkeys and devices of before end with it; a new password is chosen in the profile.'
const profileOf = (publicUrl: string) => `${publicUrl}/dashboard?tab=profile`

/** In place of a code, for who asked to be let in and waits. */
const writeWaitingMail: ComposeMail = async (db, facts) => {
  const request = await db.selectFrom('sign_up_requests').select('id').where('email', '=', facts.email).executeTakeFirst()
  if (!request || !(await mayOptIn(db, facts))) return undefined
  return toMail(undefined, {
    subject: `Your request is waiting (${facts.siteName})`,
    lines: [
      `A person with this address asked to be let in at ${facts.siteName}. The people who write there have not answered yet.`,
      'A mail will tell you when they let you in. Until then, no code can sign you in.',
      'If that was not you, you need do nothing.',
    ],
  })
}

/** Texts of this module's mails, by kind. Links and codes are created here: the outbox contains none, and their time to live starts now. */
const accountMails = {
  verify_email: async (db, facts) => {
    const owner = await findLinkOwner(db, facts.email)
    // No account has this address any more.
    if (!owner) return undefined
    const token = await createLink(db, { owner, purpose: 'verify_email', now: facts.now, token: facts.token })
    return toMail(named(owner), {
      subject: `Is this your email address? (${facts.siteName})`,
      lines: [
        `This address was given for an account at ${facts.siteName}.`,
        'Open this link and press the button there to confirm that it is yours. It works once, and for three days:',
        linkAddress(facts.publicUrl, 'verify_email', token),
        // Browsers without scripts cannot read the fragment of the address.
        `If the page asks for a code: ${token}`,
        'If that was not you, you need do nothing: without the link nothing changes.',
      ],
    })
  },

  sign_in_code: async (db, facts) => {
    const owner = await findLinkOwner(db, facts.email)
    // No account has this address. The response was the same, so as not to reveal that.
    if (!owner) return writeWaitingMail(db, facts)
    if (!isVouchedFor(owner) && !(await mayOptIn(db, facts))) return undefined
    const { mailId, siteName, now, token } = facts
    const code = toCode(token)
    if (!(await saveMailedCode(db, { mailId, code, userId: owner.id, now }))) return undefined
    return toMail(named(owner), {
      subject: `${code} is your code for ${siteName}`,
      lines: [
        `To sign in to ${siteName}, enter this code where you asked for it:`,
        code,
        'It works once, and for ten minutes. Nobody who runs the blog will ever ask you for it.',
        ...(owner.email_verified === 1 ? [] : [FIRST_CODE]),
        'If that was not you, you need do nothing: without the code nothing changes.',
      ],
    })
  },

  second_step: async (db, { mailId, email, siteName, publicUrl, now, token }) => {
    const owner = await findLinkOwner(db, email)
    const code = toCode(token)
    // The sign-in has ended, or another code was requested.
    if (!owner || !(await saveMailedCode(db, { mailId, code, userId: owner.id, now }))) return undefined
    return toMail(owner, {
      subject: `${code} is your code for ${siteName}`,
      lines: [
        `Your password for ${siteName} was entered just now. To finish signing in, enter this code on the same screen:`,
        code,
        'It works once, and for ten minutes. Nobody who runs the blog will ever ask you for it.',
        'If you are not signing in, another person knows your password: please choose a new one at once, in your profile:',
        profileOf(publicUrl),
      ],
    })
  },

  test: noticeMail(({ siteName, publicUrl }) => ({
    subject: `A test mail of ${siteName}`,
    lines: [`You asked for this mail in the settings of ${siteName}. If you can read it, the blog can send mail.`, publicUrl],
  })),

  email_changed: noticeMail(({ siteName, publicUrl }) => ({
    subject: `Your email address at ${siteName} was changed`,
    lines: [
      `The account at ${siteName} that had this email address has another one now.`,
      'If you did this, all is well. If not, somebody else may be in your account: please tell the people who run the blog.',
      publicUrl,
    ],
  })),

  password_changed: noticeMail(({ siteName, publicUrl }) => ({
    subject: `Your password at ${siteName} was changed`,
    lines: [
      `Your account at ${siteName} has a new password, and it was signed out everywhere else.`,
      'If you did this, all is well. If not, sign in with a code by mail at once, and choose a new password in your profile:',
      `${publicUrl}/sign-in?step=email`,
    ],
  })),

  let_in: noticeMail(
    ({ siteName, publicUrl }) => ({
      subject: `You can read along at ${siteName}`,
      lines: [`You asked to be let in at ${siteName}, and you were.`, 'You can sign in with this address:', `${publicUrl}/sign-in`],
    }),
    { isForUnconfirmed: true },
  ),

  passkey_added: noticeMail(({ siteName, publicUrl }) => ({
    subject: `A passkey was added to your account at ${siteName}`,
    lines: [
      `Your account at ${siteName} can be opened with a new passkey.`,
      'If you did this, all is well. If not, remove it in your profile, and change your password:',
      profileOf(publicUrl),
    ],
  })),
} satisfies Partial<Record<AddressMailKind, ComposeMail>>

/** A stranger may have given the address to an account. */
async function isToUnconfirmed(db: Database, { email }: Pick<OutboxRow, 'email'>): Promise<boolean> {
  const owner = email === null ? undefined : await findLinkOwner(db, email)
  return owner !== undefined && !isVouchedFor(owner)
}

interface MailParts {
  readonly readSiteName: () => Promise<string>
  readonly publicUrl: string
  readonly now: () => number
  /** Links and codes are derived from it. */
  readonly secretKey: Uint8Array
}

/** What is registered for a kind of mail to an address. */
export const addressMail = (compose: ComposeMail, { readSiteName, publicUrl, now, secretKey }: MailParts): MailKindRules => ({
  async compose(db, { id: mailId, email, attempts }) {
    if (email === null) return null
    const token = deriveMailToken(secretKey, mailId)
    const facts = { mailId, email, siteName: await readSiteName(), publicUrl, now: now(), isFirstAttempt: attempts <= 1, token }
    const content = await compose(db, facts)
    // With the text, as a mail with another link or code is another mail.
    return content ? { to: email, messageId: messageIdOf(`${mailId}\n${content.text}`, publicUrl), ...content } : null
  },
})

/** What this module registers for its kinds of mail. */
export function accountMailKinds(parts: MailParts) {
  const rules = Object.entries(accountMails).map(([kind, compose]) => [kind, addressMail(compose, parts)] as const)
  const kinds = Object.fromEntries(rules) as Record<keyof typeof accountMails, MailKindRules>
  return {
    ...kinds,
    sign_in_code: { ...kinds.sign_in_code, isOptIn: isToUnconfirmed },
    verify_email: { ...kinds.verify_email, isOptIn: isToUnconfirmed },
  }
}
