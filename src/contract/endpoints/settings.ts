import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'

/** What admins can set while the blog runs. */
export const settings = z.strictObject({
  /** A reader's comments wait for approval until one was approved. */
  firstCommentsWait: z.boolean(),
  /** Comments with a link wait for approval. */
  linkCommentsWait: z.boolean(),
})
export type Settings = z.output<typeof settings>

export const DEFAULT_SETTINGS: Settings = { firstCommentsWait: false, linkCommentsWait: true }

export const settingsEndpoints = {
  'GET /api/settings': { access: 'admin', status: 200, output: settings },
  /** What is left out stays as it is. */
  'PUT /api/settings': {
    access: 'admin',
    status: 200,
    limit: null,
    body: z.object({ firstCommentsWait: z.boolean().optional(), linkCommentsWait: z.boolean().optional() }),
    output: settings,
  },
} as const satisfies EndpointTable
