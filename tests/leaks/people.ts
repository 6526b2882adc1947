import type { Audience } from '#platform/contract/audiences.ts'

/** Senders of requests. `former` is a reader who could read posts that are restricted now. */
const AUDIENCES = { visitor: 'public', reader: 'readers', family: 'family', former: 'readers' } as const satisfies Record<string, Audience>
export type Person = keyof typeof AUDIENCES

export const audienceOfPerson = (person: Person): Audience => AUDIENCES[person]
