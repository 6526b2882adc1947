import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate } from '#platform/contract/fields.ts'

const trouble = z.strictObject({
  says: z.string(),
  /** Null where it is not known. */
  since: isoDate.nullable(),
  /** What to do. */
  advice: z.string(),
  /** Section of the settings that shows more. */
  section: z.enum(['copies', 'mail', 'version']),
})
export type Trouble = z.output<typeof trouble>

/** What keeps the blog from working as it should: mail that does not go out, a disk that is nearly full. */
export const getTroubles = endpoint('GET /api/stats/troubles', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ troubles: z.array(trouble) }),
})

export const statsEndpoints = { getTroubles }
