import { z } from 'zod'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { SourcePerson } from '#moving/server/record/source.ts'

const id = z.union([z.string(), z.number()]).transform(String)
const optional = z.string().nullish().catch(null)
const flag = z
  .union([z.boolean(), z.number().transform(Boolean)])
  .nullish()
  .catch(null)
const rows = <T extends z.ZodType>(row: T) => z.array(row).optional().default([])

/** Tables of Ghost with people. Most are only in an export that was requested with `include`. */
export const ghostPeopleTables = {
  members: rows(z.object({ id, name: optional, email: optional, subscribed: flag, email_disabled: flag })),
  newsletters: rows(z.object({ id, status: optional })),
  members_newsletters: z.array(z.object({ member_id: id, newsletter_id: id })).optional(),
  /** Only in Ghost 1 and 2. */
  subscribers: rows(z.object({ email: optional, status: optional })),
}
const ghostPeople = z.object(ghostPeopleTables)
type GhostPeople = z.output<typeof ghostPeople>

const MEMBERS_MISSING =
  'who gets the newsletter: open /ghost/api/admin/db/?include=comments,members,members_newsletters in Ghost as its owner, and import that file'

/** Members and subscribers who had agreed to get the newsletter. Reports how many others there are. */
export function toGhostPeople(data: GhostPeople, report: ImportReport): SourcePerson[] {
  const { members, subscribers } = data
  if (data.members_newsletters === undefined && members.length > 0 && !members.some(({ subscribed }) => typeof subscribed === 'boolean'))
    report.add('notInFile', MEMBERS_MISSING)
  const gets = readConsents(data)
  for (const member of members) if (!gets(member)) report.add('people', 'a member')
  const people = [...members.filter(gets), ...subscribers.filter(({ status }) => status === 'subscribed')]
  return people.flatMap(({ email }) => (email ? [{ email }] : []))
}

/** Whether a member gets a newsletter that still exists, and mail to the member is not disabled. */
function readConsents(data: GhostPeople): (member: GhostPeople['members'][number]) => boolean {
  const archived = new Set(data.newsletters.filter(({ status }) => status === 'archived').map((newsletter) => newsletter.id))
  const links = data.members_newsletters?.filter(({ newsletter_id: newsletter }) => !archived.has(newsletter))
  const subscribed = links && new Set(links.map((link) => link.member_id))
  return ({ id: member, subscribed: isOn, email_disabled: isDisabled }) =>
    (subscribed ? subscribed.has(member) : isOn === true) && isDisabled !== true
}
