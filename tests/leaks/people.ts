import type { Audience } from '#contract/audiences.ts'

/** Those that requests are sent as; `former` is a reader who could read posts that are for fewer people now. */
const AUDIENCES = { visitor: 'public', reader: 'readers', family: 'family', former: 'readers' } as const satisfies Record<string, Audience>
export type Person = keyof typeof AUDIENCES

export const audienceOfPerson = (person: Person): Audience => AUDIENCES[person]
