import type { Audience } from '#platform/contract/audiences.ts'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { plural } from '#platform/contract/plural.ts'
import { type CategoryNames, shownCategory } from '#site/contract/category-names.ts'
import type { MailBlog, MailBody, MailPart } from '#site/contract/mail.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import type { Cover } from './cover-of-mail.ts'
import { isFurtherEmptyLine, withoutFurtherEmptyLines } from './empty-lines.ts'
import type { MailedPost } from './mailed-posts.store.ts'
import { countParts, paragraphsOf } from '#posts/contract/body-text.ts'
import { cutAtWord } from '#site/server/index.ts'

/** Maximum length of a post's excerpt, in UTF-16 units. */
const OPENING_MAX = 600
/** The same in a digest. */
const DIGEST_OPENING_MAX = 280
/** Maximum number of posts in a digest, which links to the rest: Gmail cuts off mails longer than 102 KB. */
const DIGEST_POSTS_MAX = 20
const EMPTY_LINE = '\u00A0'
/** Content id of the attached cover. */
export const COVER_ID = 'cover'

export interface PostMailFacts {
  readonly blog: MailBlog
  readonly categories: CategoryNames
  readonly hasSeveralWriters: boolean
  readonly footer: MailBody['footer']
}

const AUDIENCE_LABELS: Readonly<Record<Audience, readonly string[]>> = {
  public: [],
  family: ['For the family'],
  admins: ['Only for admins'],
}

const addressOf = (post: MailedPost, { publicUrl }: MailBlog) => `${publicUrl}/post/${post.slug}`

const bylineOf = ({ author_name: username, author_display_name: displayName }: MailedPost): readonly string[] =>
  username === null ? [] : [`by ${nameOfUser({ username, displayName: displayName ?? undefined })}`]

const countOf = (count: number, one: string, many: string) => (count === 0 ? [] : [plural(count, `a ${one}`, many)])

/** 'with 5 photos and a table': what the mail does not show. */
function mediaWords({ content }: MailedPost, showsPicture: boolean): readonly string[] {
  const { img, video, audio, table } = countParts(content)
  const media = [
    ...countOf(showsPicture ? 0 : img, 'photo', 'photos'),
    ...countOf(video, 'film', 'films'),
    ...countOf(audio, 'recording', 'recordings'),
    ...countOf(table, 'table', 'tables'),
  ]
  return media.length === 0 ? [] : [`with ${new Intl.ListFormat('en-GB').format(media)}`]
}

function headOf(post: MailedPost, { blog, categories, hasSeveralWriters }: PostMailFacts, showsPicture = false): readonly MailPart[] {
  const category = shownCategory(post.category, categories)
  const words = [
    ...(category === null ? [] : [category]),
    ...(hasSeveralWriters ? bylineOf(post) : []),
    ...AUDIENCE_LABELS[post.audience],
    ...mediaWords(post, showsPicture),
  ]
  return [
    { kind: 'heading', text: post.title, url: addressOf(post, blog) },
    { kind: 'note', date: new Date(post.created_at).toISOString(), words },
  ]
}

/** Mail about one post: its title, cover and beginning. */
export function postMail(post: MailedPost, cover: Cover | null, facts: PostMailFacts): MailBody {
  const url = addressOf(post, facts.blog)
  const { paragraphs, isCut } = openingOfPost(post.content, OPENING_MAX)
  const picture: readonly MailPart[] =
    cover === null ? [] : [{ kind: 'picture', id: COVER_ID, alt: `The cover of ${inQuotes(post.title)}`, width: cover.width, url }]
  return {
    subject: post.title,
    parts: [
      ...headOf(post, facts, cover !== null),
      ...picture,
      ...paragraphs.map((text): MailPart => ({ kind: 'text', text: text || EMPTY_LINE })),
      { kind: 'button', label: isCut || countParts(post.content).table > 0 ? 'Read on' : 'Open the post', url },
    ],
    footer: facts.footer,
  }
}

const NUMBERS = ['', '', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']

/** Mail about several posts, each with its title and beginning. */
export function digestMail(posts: readonly MailedPost[], facts: PostMailFacts): MailBody {
  const { blog, footer } = facts
  const title = `${NUMBERS[posts.length] ?? posts.length} new posts on ${blog.name}`
  const rest = posts.length - DIGEST_POSTS_MAX
  const more: readonly MailPart[] =
    rest > 0
      ? [{ kind: 'rule' }, { kind: 'link', label: plural(rest, 'One more on the blog', 'more on the blog'), url: `${blog.publicUrl}/` }]
      : []
  return {
    subject: title,
    parts: [{ kind: 'heading', text: title }, ...posts.slice(0, DIGEST_POSTS_MAX).flatMap((post) => digestEntry(post, facts)), ...more],
    footer,
  }
}

function digestEntry(post: MailedPost, facts: PostMailFacts): readonly MailPart[] {
  const { paragraphs } = openingOfPost(post.content, DIGEST_OPENING_MAX)
  const words = paragraphs.join(' ')
  return [
    { kind: 'rule' },
    ...headOf(post, facts),
    ...(words === '' ? [] : [{ kind: 'text', text: words } as const]),
    { kind: 'link', label: 'Read on', about: post.title, url: addressOf(post, facts.blog) },
  ]
}

/** Length of HTML that is read, in UTF-16 units. Generous, because a post may begin with a long table or many pictures. */
const READ_AT_MOST = 20_000

interface Opening {
  readonly paragraphs: readonly string[]
  /** Whether the post continues after it. */
  readonly isCut: boolean
}

/** In UTF-16 units. */
const LINE_LENGTH = 20

/** Returns the first words of a sanitised body, without headings and tables. @param max total length of the paragraphs, in UTF-16 units */
export function openingOfPost(html: string, max: number): Opening {
  const paragraphs: string[] = []
  let room = max
  for (const paragraph of paragraphsOf(html.slice(0, READ_AT_MOST))) {
    if (isFurtherEmptyLine(paragraph, paragraphs)) continue
    const text = withoutFurtherEmptyLines(paragraph)
    // The remaining length is too short for another paragraph.
    if (room < text.length && room < max / 10) return { paragraphs, isCut: true }
    paragraphs.push(cutAtWord(text, room))
    if (text.length > room) return { paragraphs, isCut: true }
    // An empty line takes room on the screen, too.
    room -= Math.max(text.length, LINE_LENGTH)
  }
  return { paragraphs, isCut: html.length > READ_AT_MOST }
}
