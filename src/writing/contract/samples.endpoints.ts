import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { message } from '#platform/contract/fields.ts'

const samples = z.strictObject({
  /** Number of unchanged sample posts, including the trash. Deleting the samples deletes these. */
  posts: z.int(),
  /** Number of sample posts that an admin has changed. They are not deleted with the samples. */
  changed: z.int(),
})
export type Samples = z.output<typeof samples>

/** Sample posts for a new blog (decision 35). */
export const getSamples = endpoint('GET /api/samples', { access: 'admin', status: 200, output: samples })

/** Adds the samples. 409 when the blog has other posts; no effect when the samples exist. */
export const createSamples = endpoint('POST /api/samples', { access: 'admin', status: 201, limit: null, output: samples })

/** Example of an About page, published nowhere. */
export const getSampleAbout = endpoint('GET /api/samples/about', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ content: z.string() }),
})

export const deleteSamples = endpoint('DELETE /api/samples', { access: 'admin', status: 200, limit: null, output: message })

export const sampleEndpoints = { getSamples, createSamples, getSampleAbout, deleteSamples }
