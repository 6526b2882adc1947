import { z } from 'zod'
import type { SourceOptions, SourcePerson } from '#moving/server/record/source.ts'
import { timeOf } from './ghost-decision.ts'

const id = z.union([z.string(), z.number()]).transform(String)
const optional = z.string().nullish().catch(null)
const time = z.union([z.string(), z.number()]).nullish().catch(null)
const flag = z
  .union([z.boolean(), z.number().transform(Boolean)])
  .nullish()
  .catch(null)
const rows = <T extends z.ZodType>(row: T) => z.array(row).optional().default([])

/** Tables of Ghost with people. Most are only in an export that was requested with `include`. */
export const ghostPeopleTables = {
  members: rows(z.object({ id, name: optional, email: optional, subscribed: flag, email_disabled: flag, created_at: time })),
  newsletters: rows(z.object({ id, status: optional })),
  members_newsletters: z.array(z.object({ member_id: id, newsletter_id: id })).optional(),
  members_subscribe_events: rows(z.object({ member_id: id, newsletter_id: id.nullish(), subscribed: flag, created_at: time })),
  /** Only in Ghost 1 and 2. */
  subscribers: rows(z.object({ name: optional, email: optional, status: optional, created_at: time })),
}
const ghostPeople = z.object({ ...ghostPeopleTables, users: rows(z.object({ name: optional, email: optional, status: optional })) })
type GhostPeople = z.output<typeof ghostPeople>

const MEMBERS_MISSING =
  'who gets the newsletter: open /ghost/api/admin/db/?include=comments,members,members_newsletters,members_subscribe_events in Ghost as its owner and import that file, or the list of members too (Members, Export)'

/** Staff, members and subscribers; none unless people are requested. */
export function toGhostPeople(data: GhostPeople, { include, report }: Pick<SourceOptions, 'include' | 'report'>): SourcePerson[] {
  const { members, subscribers, users } = data
  if (!include.has('people')) {
    if (members.length + subscribers.length > 0) report.add('people', `${members.length + subscribers.length} members and subscribers`)
    return []
  }
  if (data.members_newsletters === undefined && !members.some(({ subscribed }) => typeof subscribed === 'boolean'))
    report.add('notInFile', MEMBERS_MISSING)
  const consentOf = readConsents(data)
  return [
    // Inactive users are suspended, so they are not invited.
    ...users.filter(({ status }) => status !== 'inactive').map(({ name, email }) => toPerson('author', { name, email, consentedAt: null })),
    ...members.map((member) => toPerson('member', { ...member, consentedAt: consentOf(member) })),
    ...subscribers
      .filter(({ status }) => status === 'subscribed')
      .map(({ created_at: at, ...person }) => toPerson('subscriber', { ...person, consentedAt: timeOf(at) ?? 0 })),
  ].filter(({ email }) => email !== '')
}

type Named = Pick<GhostPeople['users'][number], 'name' | 'email'> & Pick<SourcePerson, 'consentedAt'>

const toPerson = (kind: SourcePerson['kind'], { name, email, consentedAt }: Named): SourcePerson => ({
  kind,
  name: name ?? '',
  email: email ?? '',
  consentedAt,
})

/** @returns when a member agreed to get the newsletter; null without consent, or if mail to the member is disabled */
function readConsents(data: GhostPeople): (member: GhostPeople['members'][number]) => number | null {
  const archived = new Set(data.newsletters.filter(({ status }) => status === 'archived').map((newsletter) => newsletter.id))
  const links = data.members_newsletters?.filter(({ newsletter_id: newsletter }) => !archived.has(newsletter))
  const subscribed = links && new Set(links.map((link) => link.member_id))
  const times = new Map<string, number>()
  for (const { member_id: member, subscribed: isOn, created_at: at } of data.members_subscribe_events)
    if (isOn === true) times.set(member, Math.max(times.get(member) ?? 0, timeOf(at) ?? 0))
  return (member) => {
    const has = subscribed ? subscribed.has(member.id) : member.subscribed === true
    return has && member.email_disabled !== true ? times.get(member.id) || (timeOf(member.created_at) ?? 0) : null
  }
}
