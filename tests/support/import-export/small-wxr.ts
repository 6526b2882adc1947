interface SmallComment {
  readonly id: number
  readonly text: string
  /** As WordPress writes it: `0` waits for approval. */
  readonly approved?: string
}

/** One post of a small WordPress export. */
export interface SmallPost {
  readonly id: number
  readonly title?: string
  readonly body: string
  readonly slug?: string
  /** In UTC, as WordPress writes it. */
  readonly date?: string
  /** Id of an attachment. */
  readonly cover?: number
  readonly comments?: readonly SmallComment[]
  readonly more?: string
}

export const SMALL_SITE = 'https://old.example'
export const uploadedAt = (name: string): string => `${SMALL_SITE}/wp-content/uploads/2020/01/${name}`

const cdata = (text: string) => `<![CDATA[${text}]]>`

const commentXml = ({ id, text, approved = '1' }: SmallComment) =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${cdata('Ruth')}</wp:comment_author><wp:comment_date_gmt>2020-02-02 03:04:05</wp:comment_date_gmt><wp:comment_content>${cdata(text)}</wp:comment_content><wp:comment_approved>${approved}</wp:comment_approved></wp:comment>`

const postXml = ({
  id,
  title = `Post ${id}`,
  body,
  slug = `post-${id}`,
  date = '2020-01-02 03:04:05',
  cover,
  comments = [],
  more = '',
}: SmallPost) =>
  `<item><title>${title}</title><link>${SMALL_SITE}/2020/01/${slug}/</link><content:encoded>${cdata(body)}</content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>${date}</wp:post_date_gmt><wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${cover === undefined ? '' : `<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>${cover}</wp:meta_value></wp:postmeta>`}${comments.map(commentXml).join('')}${more}</item>`

const attachmentXml = ({ id, name }: { id: number; name: string }) =>
  `<item><title>${name}</title><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:attachment_url>${uploadedAt(name)}</wp:attachment_url></item>`

/** A minimal WordPress export. */
export const smallWxr = (posts: readonly SmallPost[], attachments: readonly { id: number; name: string }[] = []): string =>
  `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>${SMALL_SITE}</link><wp:wxr_version>1.2</wp:wxr_version>${posts.map(postXml).join('')}${attachments.map(attachmentXml).join('')}</channel></rss>`
