import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'

/** What pages need to know of this installation: the brand, and which services are set up. */
export const site = z.strictObject({
  name: z.string(),
  mark: z.string(),
  author: z.string(),
  /** Footer link to the family's social page; null hides it. */
  socialUrl: z.string().nullable(),
  socialLabel: z.string(),
  publicUrl: z.string(),
  googleSignIn: z.boolean(),
  /** Whether the blog can send mail: links for a forgotten password and the like are offered only then. */
  mail: z.boolean(),
})
export type Site = z.output<typeof site>

export const siteEndpoints = {
  'GET /api/site': { access: 'everyone', status: 200, output: site },
} as const satisfies EndpointTable
