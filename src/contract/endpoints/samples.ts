import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { message } from '#contract/fields.ts'

const samples = z.strictObject({
  /** Sample posts as they were added, those in the trash among them: removing deletes these. */
  posts: z.int(),
  /** Sample posts that an admin has changed. They are the family's own, and stay. */
  changed: z.int(),
})
export type Samples = z.output<typeof samples>

/** Posts to look around with on a new blog (decision 35). */
export const sampleEndpoints = {
  'GET /api/samples': { access: 'admin', status: 200, output: samples },
  /** 409 where the blog has posts of its own. Where the samples are there, a second call changes nothing. */
  'POST /api/samples': { access: 'admin', status: 201, limit: null, output: samples },
  /** The About page of the family of the samples: an example to read, published nowhere. */
  'GET /api/samples/about': { access: 'admin', status: 200, output: z.strictObject({ content: z.string() }) },
  'DELETE /api/samples': { access: 'admin', status: 200, limit: null, output: message },
} as const satisfies EndpointTable
