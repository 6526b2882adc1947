import { z } from 'zod'
import { CHECKLIST_ITEMS } from './checklist-items.ts'
import { FIXED_PAGE_IDS } from '#site/contract/blog-pages.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

const checklist = z.strictObject({
  isShown: z.boolean(),
  done: z.array(z.enum(CHECKLIST_ITEMS)),
  /** Pages that still have our starter text. */
  starterPages: z.array(z.enum(FIXED_PAGE_IDS)),
})
export type Checklist = z.output<typeof checklist>

export const getChecklist = endpoint('GET /api/checklist', { access: 'admin', status: 200, output: checklist })

/** Missing fields stay unchanged. */
export const updateChecklist = endpoint('PUT /api/checklist', {
  access: 'admin',
  status: 200,
  limit: null,
  body: z.object({
    /** Hides the checklist from all admins for good. */
    isShown: z.literal(false).optional(),
    /** Sent when the admin has seen the backups; the server finds out about other tasks by itself. */
    done: z.literal('backup').optional(),
  }),
  output: checklist,
})

export const checklistEndpoints = { getChecklist, updateChecklist }
