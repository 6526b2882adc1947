import type { ImportReport } from '#import-export/server/record/report.ts'
import type { SourcePerson } from '#import-export/server/record/source.ts'
import type { GhostData } from './ghost-tables.ts'

const MEMBERS_MISSING =
  'who gets the newsletter: open /ghost/api/admin/db/?include=comments,members,members_newsletters in Ghost as its owner, and import that file'

/** Members and subscribers who had agreed to get the newsletter. Reports how many others there are. */
export function toGhostPeople(data: GhostData, report: ImportReport): SourcePerson[] {
  const { members, subscribers, members_newsletters: links } = data
  if (links === undefined && members.length > 0 && !members.some(({ subscribed }) => typeof subscribed === 'boolean'))
    report.add('notInFile', MEMBERS_MISSING)
  const archived = new Set(data.newsletters.filter(({ status }) => status === 'archived').map(({ id }) => id))
  const current = links && new Set(links.filter((link) => !archived.has(link.newsletter_id)).map((link) => link.member_id))
  const gets = ({ id, subscribed, email_disabled: isDisabled }: GhostData['members'][number]) =>
    (current ? current.has(id) : subscribed === true) && isDisabled !== true
  for (const member of members) if (!gets(member)) report.add('people', 'a member')
  const people = [...members.filter(gets), ...subscribers.filter(({ status }) => status === 'subscribed')]
  return people.flatMap(({ email }) => (email ? [{ email }] : []))
}
