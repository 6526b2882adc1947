import { z } from 'zod'
import { CHECKLIST_ITEMS } from '#contract/checklist-items.ts'
import type { EndpointTable } from '#contract/endpoint.ts'

const checklist = z.strictObject({
  /** Whether the dashboard shows it. */
  isShown: z.boolean(),
  done: z.array(z.enum(CHECKLIST_ITEMS)),
})
export type Checklist = z.output<typeof checklist>

export const checklistEndpoints = {
  'GET /api/checklist': { access: 'admin', status: 200, output: checklist },
  /** What is left out stays as it is. */
  'PUT /api/checklist': {
    access: 'admin',
    status: 200,
    limit: null,
    body: z.object({
      /** False hides it from all admins for good, true brings it back. */
      isShown: z.boolean().optional(),
      /** What only the browser knows: the backups were seen. */
      done: z.literal('backup').optional(),
    }),
    output: checklist,
  },
} as const satisfies EndpointTable
