import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { createRandom } from '#tests/crash/random.ts'
import { noise } from '#tests/support/media/pictures.ts'

export interface BigExport {
  readonly posts: number
  readonly comments: number
  readonly pictures: number
}

const SITE = 'https://old.example'
const DAY_MS = 24 * 3600 * 1000
const FIRST_DAY = Date.UTC(2009, 0, 1)
const PARAGRAPHS = 8
const WORDS = 60

const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const cdata = (text: string) => `<![CDATA[${text}]]>`
const uploadOf = (index: number) => `2009/05/photo-${index}.${index % 5 === 0 ? 'png' : 'jpg'}`
const dateOf = (index: number) => FIRST_DAY + (index * DAY_MS) / 2

/** Writes `export.xml`, and in `uploads` its pictures: small ones, all different. */
export async function makeBigExport(folder: string, size: BigExport): Promise<void> {
  await mkdir(join(folder, 'uploads/2009/05'), { recursive: true })
  for (let index = 0; index < size.pictures; index += 1) {
    const picture = noise(24 + (index % 9), 16 + (index % 7))
    await writeFile(join(folder, 'uploads', uploadOf(index)), await (index % 5 === 0 ? picture.png() : picture.jpeg()).toBuffer())
  }
  const file = createWriteStream(join(folder, 'export.xml'))
  for (const part of partsOf(size)) if (!file.write(part)) await once(file, 'drain')
  file.end()
  await finished(file)
}

function* partsOf({ posts, comments, pictures }: BigExport): Generator<string> {
  const random = createRandom(7)
  const vocabulary = Array.from({ length: 3000 }, () => random.word('').slice(0, 3 + random.below(6)))
  const words = (count: number) => Array.from({ length: count }, () => random.pick(vocabulary)).join(' ')
  yield `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>${SITE}</link><wp:wxr_version>1.2</wp:wxr_version>`
  for (let index = 0; index < pictures; index += 1) yield attachment(index)
  for (let index = 0; index < posts; index += 1) {
    const own = indexesOf(index, { count: pictures, of: posts })
    const images = own.map(
      (at) => `<figure class="wp-block-image"><img src="${SITE}/wp-content/uploads/${uploadOf(at)}" alt="Photo ${at}"/></figure>`,
    )
    const body = Array.from({ length: PARAGRAPHS }, () => `<!-- wp:paragraph --><p>${words(WORDS)}.</p><!-- /wp:paragraph -->`)
    const next = `<p>See <a href="${SITE}/2009/day-${(index + 1) % posts}/">the next day</a>.</p>`
    const written = indexesOf(index, { count: comments, of: posts }).map((at) => commentXml(at, index, words(20)))
    yield `\n<item><title>Day ${index}: ${words(4)}</title><link>${SITE}/2009/day-${index}/</link><content:encoded>${cdata([...body, ...images, next].join('\n'))}</content:encoded><wp:post_id>${100_000 + index}</wp:post_id><wp:post_date_gmt>${stamp(dateOf(index))}</wp:post_date_gmt><wp:post_name>day-${index}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="category" nicename="life">${cdata('Life')}</category>${own[0] === undefined ? '' : `<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>${own[0] + 1}</wp:meta_value></wp:postmeta>`}${written.join('')}</item>`
  }
  yield '</channel></rss>'
}

/** Indexes of the children of the parent at `index`: `count` children are spread evenly over `of` parents. */
const indexesOf = (index: number, { count, of }: { count: number; of: number }): number[] => {
  const [first, end] = [Math.ceil((index * count) / of), Math.ceil(((index + 1) * count) / of)]
  return Array.from({ length: end - first }, (_, at) => first + at)
}

const attachment = (index: number) =>
  `\n<item><title>photo-${index}</title><wp:post_id>${index + 1}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:attachment_url>${SITE}/wp-content/uploads/${uploadOf(index)}</wp:attachment_url></item>`

/** Every third comment replies to the previous one, even on another post. */
const commentXml = (at: number, post: number, text: string) =>
  `<wp:comment><wp:comment_id>${at + 1}</wp:comment_id><wp:comment_author>${cdata(`Reader ${at % 97}`)}</wp:comment_author><wp:comment_date_gmt>${stamp(dateOf(post) + (at % 1000) * 60_000)}</wp:comment_date_gmt><wp:comment_content>${cdata(text)}</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_parent>${at % 3 === 2 ? at : 0}</wp:comment_parent></wp:comment>`
