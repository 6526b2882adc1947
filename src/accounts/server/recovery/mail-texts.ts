import type { MailKind } from '#migrations/schema.ts'

interface MailText {
  readonly subject: string
  readonly text: string
}

interface MailFacts {
  readonly siteName: string
  readonly publicUrl: string
  /** Null if there is no account (any more). */
  readonly name: string | null
  /** Null for mails without a link. */
  readonly link: MailedLink | null
  /** Code of the second step; null for other mails. */
  readonly code: string | null
}

interface MailedLink {
  readonly address: string
  /** Token in the fragment of the address, for browsers without scripts. */
  readonly code: string
}

const linkLines = (link: MailedLink | null): readonly string[] =>
  link === null ? [] : [link.address, `If the page asks for a code: ${link.code}`]

const IGNORE = 'If that was not you, you need do nothing: without the link nothing changes.'

type AccountMail = Exclude<MailKind, 'follow' | 'invited'>

const BODIES: Readonly<Record<AccountMail, (facts: MailFacts) => { subject: string; lines: readonly string[] }>> = {
  reset_password: ({ siteName, link }) => ({
    subject: `A new password for ${siteName}`,
    lines: [
      `Somebody, most likely you, has asked for a new password for your account at ${siteName}.`,
      'Open this link to choose one. It works once, and for one hour:',
      ...linkLines(link),
      IGNORE,
    ],
  }),
  verify_email: ({ siteName, link }) => ({
    subject: `Is this your email address? (${siteName})`,
    lines: [
      `This address was given for an account at ${siteName}.`,
      'Open this link and press the button there to confirm that it is yours. It works once, and for one hour:',
      ...linkLines(link),
      IGNORE,
    ],
  }),
  second_step: ({ siteName, code }) => ({
    subject: `${code} is your code for ${siteName}`,
    lines: [
      `Your password for ${siteName} was entered just now. To finish signing in, enter this code on the same screen:`,
      `${code}`,
      'It works once, and for ten minutes. Nobody who runs the blog will ever ask you for it.',
      'If you are not signing in, another person knows your password: please choose a new one at once, in your profile.',
    ],
  }),
  test: ({ siteName, publicUrl }) => ({
    subject: `A test mail of ${siteName}`,
    lines: [`You asked for this mail in the settings of ${siteName}. That you read it means that the blog can send mail.`, publicUrl],
  }),
  email_changed: ({ siteName, publicUrl }) => ({
    subject: `Your email address at ${siteName} was changed`,
    lines: [
      `The account at ${siteName} that had this email address has another one now.`,
      'If you did this, all is well. If not, somebody else may be in your account: please tell the people who run the blog.',
      publicUrl,
    ],
  }),
  password_changed: ({ siteName, publicUrl }) => ({
    subject: `Your password at ${siteName} was changed`,
    lines: [
      `Your account at ${siteName} has a new password, and it was signed out everywhere else.`,
      'If you did this, all is well. If not, ask for a new password at once:',
      `${publicUrl}/forgot-password`,
    ],
  }),
  let_in: ({ siteName, publicUrl }) => ({
    subject: `You can read along at ${siteName}`,
    lines: [
      `You asked for an account at ${siteName}, and you were let in.`,
      'You can sign in with the email and the password that you chose:',
      `${publicUrl}/sign-in`,
    ],
  }),
  passkey_added: ({ siteName, publicUrl }) => ({
    subject: `A passkey was added to your account at ${siteName}`,
    lines: [
      `Your account at ${siteName} can be opened with a new passkey.`,
      'If you did this, all is well. If not, remove it in your profile, and change your password:',
      `${publicUrl}/dashboard?tab=profile`,
    ],
  }),
}

/** Writes a mail in plain text. */
export function composeMail(kind: AccountMail, facts: MailFacts): MailText {
  const { subject, lines } = BODIES[kind](facts)
  const greeting = facts.name === null ? 'Hello,' : `Hello ${facts.name},`
  return { subject, text: `${[greeting, ...lines].join('\n\n')}\n` }
}
