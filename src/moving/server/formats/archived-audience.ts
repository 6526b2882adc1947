import { z } from 'zod'
import { AUDIENCES } from '#platform/contract/audiences.ts'

/** Audience in an archive. Those of version 0.1 have posts for all who are signed in, which are for the family now. */
export const archivedAudience = z.preprocess((value) => (value === 'readers' ? 'family' : value), z.enum(AUDIENCES))
