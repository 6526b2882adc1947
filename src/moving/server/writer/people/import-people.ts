import { basename } from 'node:path'
import { emailField } from '#platform/contract/fields.ts'
import { DAY_MS, IMPORTED_INVITATION_DAYS, INVITATION_NAME_MAX_LENGTH } from '#platform/contract/limits.ts'
import { importedInvitationId, invitationLink } from '#accounts/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import { MAIL_TTL_MS } from '#platform/mail/outbox.store.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'
import { guestName } from '#moving/server/writer/comments/comment-text.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import { type InvitationsFile, openInvitationsFile } from './invitations-file.ts'
import type { SourcePerson } from '#moving/server/record/source.ts'

export interface CreatedInvitations {
  /** Path of a file with a link for each person; null if there is none, or if links are mailed. */
  readonly file: string | null
  /** Number of mails in the outbox. */
  readonly mailed: number
}

/** People in one transaction. */
const BATCH_SIZE = 100

/**
 * Invites people into the family, each once and by a link of their own, and makes those who had agreed to get the
 * newsletter followers. Email addresses are in the invitations file and in the outbox, never in the report.
 */
export async function importPeople(run: Run, given: readonly SourcePerson[]): Promise<CreatedInvitations | null> {
  const people = uniquePeople(run, given)
  if (people.length === 0) return null
  const { parts, options } = run
  const file = options.isDryRun || options.invitesByMail ? null : openInvitationsFile(options.invitationsFolder, parts.now())
  let mailed = 0
  for (let at = 0; at < people.length && !options.signal?.aborted; at += BATCH_SIZE) {
    const batch = people.slice(at, at + BATCH_SIZE)
    for (const person of batch) await importFollower(run, person)
    mailed += await invite(run, batch, file)
  }
  const path = file?.path() ?? null
  if (path !== null)
    run.report.add('people', `The links of those who are invited are in imports/${basename(path)} of DATA_DIR, for the operator alone`)
  return { file: path, mailed }
}

/** Removes duplicates and invalid email addresses. The first entry of a person has the most rights, and counts. */
function uniquePeople({ report }: Run, given: readonly SourcePerson[]): SourcePerson[] {
  const people = new Map<string, SourcePerson>()
  let wrong = 0
  for (const person of given) {
    const { success, data: email } = emailField.safeParse(person.email)
    if (!success) {
      wrong += 1
      continue
    }
    const known = people.get(email)
    const consentedAt = known?.consentedAt ?? person.consentedAt
    people.set(email, { ...(known ?? person), email, consentedAt })
  }
  if (wrong > 0) report.add('people', `${wrong} without an address that can be mailed`)
  return [...people.values()]
}

interface Guest {
  readonly person: SourcePerson
  readonly id: string
  readonly token: string
}

/** @returns how many get a mail */
async function invite(run: Run, people: readonly SourcePerson[], file: InvitationsFile | null): Promise<number> {
  const { parts, options, report } = run
  const guests: Guest[] = []
  const again: string[] = []
  for (const person of people) {
    if (person.kind === 'subscriber') continue
    const how = await findInvitationState(run, person)
    if (how === 'new') guests.push({ person, id: importedInvitationId(person.email), token: createToken() })
    else if (how === 'to be mailed') again.push(person.email)
  }
  report.counts.people += guests.length
  for (const { person } of guests)
    if (person.kind === 'author')
      report.add(
        'people',
        `${nameOf(person)} wrote there, and is invited into the family. Make them an admin under Users, if they are to write here`,
      )
  if (options.isDryRun) return 0
  // The file comes before the rows: after a crash, a dead link in the file is better than an invitation whose link is lost.
  await file?.append(
    guests.map(({ person, token }) => ({ name: nameOf(person), email: person.email, link: invitationLink(options.publicUrl, token) })),
  )
  const emails = options.invitesByMail ? [...again, ...guests.map(({ person }) => person.email)] : []
  await parts.db.transaction().execute(async (trx) => {
    for (const guest of guests) await createInvitation(trx, run, guest)
    for (const email of emails) await queueMail(trx, run, email)
  })
  return emails.length
}

/** People with an account or an earlier invitation are not invited again. An unused invitation is mailed once. */
async function findInvitationState(
  { parts: { db }, options, importedItems }: Run,
  { email }: SourcePerson,
): Promise<'new' | 'to be mailed' | 'done'> {
  const account = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (account) return 'done'
  const id = importedInvitationId(email)
  const here = await db.selectFrom('invitations').select(['used', 'revoked_at']).where('id', '=', id).executeTakeFirst()
  if (!here) return (await importedItems.find(db, 'person', invitedKey(email))) === undefined ? 'new' : 'done'
  const wasMailed = (await importedItems.find(db, 'person', mailedKey(email))) !== undefined
  return options.invitesByMail && !wasMailed && here.used === 0 && here.revoked_at === null ? 'to be mailed' : 'done'
}

const invitedKey = (email: string) => `invited ${hashToken(email)}`
const mailedKey = (email: string) => `mailed ${hashToken(email)}`

const nameOf = ({ name }: SourcePerson): string =>
  Array.from((guestName(name) ?? 'A reader of the former blog').normalize('NFC'))
    .slice(0, INVITATION_NAME_MAX_LENGTH)
    .join('')
    .trim()

async function createInvitation(trx: Database, { parts, importedItems, findAuthor }: Run, { person, id, token }: Guest): Promise<void> {
  const at = parts.now()
  await trx
    .insertInto('invitations')
    .values({
      id,
      token_hash: hashToken(token),
      name: nameOf(person),
      uses_max: 1,
      ends_at: at + IMPORTED_INVITATION_DAYS * DAY_MS,
      created_by: findAuthor(null),
      created_at: at,
    })
    .execute()
  await importedItems.save(trx, { kind: 'person', sourceId: invitedKey(person.email), target: id })
}

async function queueMail(trx: Database, { parts, importedItems }: Run, email: string): Promise<void> {
  await parts.outbox?.put(trx, { kind: 'invited', email, priority: 'low', giveUpAfterMs: MAIL_TTL_MS })
  await importedItems.save(trx, { kind: 'person', sourceId: mailedKey(email), target: importedInvitationId(email) })
}

/**
 * Makes a person who had agreed to get the newsletter a follower, without a mail. Never twice, so that a person who has
 * unsubscribed stays unsubscribed. Skips addresses of accounts and of followers.
 */
async function importFollower(run: Run, { email, consentedAt }: SourcePerson): Promise<void> {
  const { parts, options, report, importedItems } = run
  const sourceId = `follower ${hashToken(email)}`
  if (consentedAt === null || (await importedItems.find(parts.db, 'person', sourceId)) !== undefined) return
  const [account, follower] = await Promise.all([
    parts.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst(),
    parts.db.selectFrom('followers').select('id').where('email', '=', email).executeTakeFirst(),
  ])
  if (account || follower) return
  report.counts.followers += 1
  if (options.isDryRun) return
  const [id, at] = [parts.newId(), parts.now()]
  await parts.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('followers')
      .values({
        id,
        email,
        link_key: createToken(),
        posts: 'at_once',
        confirmed_at: Math.min(consentedAt, at),
        // Posts published before are not mailed.
        digest_through: at,
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
    await importedItems.save(trx, { kind: 'person', sourceId, target: id })
  })
}
