import type { Audience } from '#platform/contract/audiences.ts'

/** Senders of requests. `former` is a reader who could read posts that are restricted now, `stranger` one who has written nothing. */
const AUDIENCES = { visitor: 'public', reader: 'public', family: 'family', former: 'public', stranger: 'public' } as const satisfies Record<
  string,
  Audience
>
export type Person = keyof typeof AUDIENCES

export const audienceOfPerson = (person: Person): Audience => AUDIENCES[person]
