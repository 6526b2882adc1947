import { z } from 'zod'
import { AUDIENCES } from '#platform/contract/audiences.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

/** Selects the mail of one post or, without `postId`, a digest of the newest posts that the audience may read. */
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
  /** HTML documents, one per theme. They refer to attachments as `cid:<id>`. */
  light: z.string(),
  dark: z.string(),
  pictures: z.array(z.strictObject({ id: z.string(), /** A data URL. */ address: z.string() })),
})
export type MailPreview = z.output<typeof mailPreview>

/** `problem`: why the mail server refused the mail; null when it was accepted. */
export const sentMail = z.strictObject({ email: z.string(), problem: z.string().nullable() })
export type SentMail = z.output<typeof sentMail>

/** Previews of mails to followers (docs/product.md, 2). */
/** Null when the mail would contain no post. */
export const previewMail = endpoint('GET /api/mails/preview', {
  access: 'admin',
  status: 200,
  query: mailChoice,
  output: z.strictObject({ mail: mailPreview.nullable() }),
})

/** Sends the mail to the caller at once. */
export const sendMailPreview = endpoint('POST /api/mails/test', {
  access: 'admin',
  status: 201,
  // The handler counts it like every mail to an address.
  limit: null,
  body: mailChoice,
  output: sentMail,
})

export const mailEndpoints = { previewMail, sendMailPreview }
