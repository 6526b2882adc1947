import { z } from 'zod'
import { AUDIENCES } from '#contract/audiences.ts'
import type { EndpointTable } from '#contract/endpoint.ts'

/** The mail of one post, or without one a digest of the newest that this audience may read. */
const mailChoice = z.object({
  postId: z.string().optional().catch(undefined),
  audience: z
    .enum(AUDIENCES)
    .optional()
    .catch(undefined)
    .transform((audience) => audience ?? 'public'),
})
export type MailChoice = z.output<typeof mailChoice>

const mailPreview = z.strictObject({
  subject: z.string(),
  text: z.string(),
  /** Whole documents, one in each theme. What is attached stands in them as `cid:<id>`. */
  light: z.string(),
  dark: z.string(),
  pictures: z.array(z.strictObject({ id: z.string(), /** A data URL. */ address: z.string() })),
})
export type MailPreview = z.output<typeof mailPreview>

/** `problem`: why the mail server did not take it; null where it did. */
export const sentMail = z.strictObject({ email: z.string(), problem: z.string().nullable() })
export type SentMail = z.output<typeof sentMail>

/** Mails to followers, as they look (docs/product.md, 2). */
export const mailEndpoints = {
  /** Null where no post would be in it. */
  'GET /api/mails/preview': {
    access: 'admin',
    status: 200,
    query: mailChoice,
    output: z.strictObject({ mail: mailPreview.nullable() }),
  },
  /** Sends it to the address of the caller, at once. */
  'POST /api/mails/test': {
    access: 'admin',
    status: 201,
    // Counted as every mail to an address, by the handler.
    limit: null,
    body: mailChoice,
    output: sentMail,
  },
} as const satisfies EndpointTable
