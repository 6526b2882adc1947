import { AppError } from '#platform/contract/errors.ts'
import { INCLUDABLE, type Includable } from '#moving/server/record/source.ts'

const isIncludable = (name: string): name is Includable => (INCLUDABLE as readonly string[]).includes(name)

/** Parses comma-separated names such as `drafts,pages` of each text. @throws bad_request for an unknown name */
export function readIncludes(texts: readonly string[]): Set<Includable> {
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim().toLowerCase())
  const include = new Set<Includable>()
  for (const name of names.filter((each) => each !== '')) {
    if (!isIncludable(name)) throw new AppError('bad_request', `--with knows ${INCLUDABLE.join(', ')}; it is '${name}'.`)
    include.add(name)
  }
  return include
}

interface PeopleChoices {
  readonly include: ReadonlySet<Includable>
  readonly members: string | null
  readonly invitesByMail: boolean
  /** Whether this blog can send mail. */
  readonly hasMail: boolean
}

/** @throws bad_request if a choice needs another one that is missing */
export function checkPeopleChoices({ include, members, invitesByMail, hasMail }: PeopleChoices): void {
  const refuse = (message: string) => {
    throw new AppError('bad_request', message)
  }
  if (members !== null && !include.has('people')) refuse('--members is a list of people: please add --with people.')
  if (invitesByMail && !include.has('people')) refuse('--invite mails invitations to people: please add --with people.')
  if (invitesByMail && !hasMail)
    refuse(
      '--invite needs mail, and this blog has none: please set SMTP_URL and MAIL_FROM. Without --invite the links are written to a file.',
    )
}
