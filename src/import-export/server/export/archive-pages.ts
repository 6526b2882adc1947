import { dateFormat, type DateStyle, formatDate } from '#platform/contract/format-date.ts'
import { shownCategory } from '#site/contract/category-names.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { isoDayIn } from '#platform/contract/time-zone.ts'
import type { CommentEntry, PageHead, PostHead } from '#import-export/server/formats/text-file.ts'
import { findTags, parseHtml, toHtml } from '#platform/text/html.ts'
import { plural } from '#platform/contract/plural.ts'
import type { DescribedBlog } from './describe-texts.ts'

/** A page of the archive, which a browser opens from a folder, without a server and without a script. */
export const STYLE = `:root { color-scheme: light dark; font: 1.125rem/1.6 Georgia, 'Times New Roman', serif }
body { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere }
:where(h1, h2, h3, h4, p, li, dt, dd, th, td, caption, figcaption, summary) { unicode-bidi: plaintext; text-align: start }
h1, h2, h3 { line-height: 1.25 }
img, video { max-width: 100%; height: auto }
audio { width: 100% }
figure { margin: 1.5rem 0 }
figcaption, small, .facts { font-size: .9rem; opacity: .75 }
pre, table { display: block; max-width: 100%; overflow-x: auto }
td, th { padding: .25rem .5rem; border: 1px solid; overflow-wrap: normal }
blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: .25rem solid }
article p { white-space: pre-line }
article.reply { margin-inline-start: 2rem }
`

interface Frame {
  readonly blog: DescribedBlog
  readonly title: string
  /** Path to the root of the archive. */
  readonly root: '' | '../../'
}

function frame({ blog, title, root }: Frame, main: string): string {
  const { dateLanguage } = blog.settings
  const home = root === '' ? '' : `<p class="facts"><a href="${root}index.html">${escapeHtml(blog.blog.name)}</a></p>\n`
  return `<!doctype html>
<html lang="${dateLanguage}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${root}style.css">
${home}<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
`
}

/** Changes the addresses of links, pictures and players. */
export function withAddresses(html: string, change: (address: string) => string): string {
  const tree = parseHtml(html)
  for (const { attribs } of findTags(tree, 'a', 'img', 'audio', 'video', 'source', 'track'))
    for (const name of ['href', 'src', 'poster']) if (attribs[name] !== undefined) attribs[name] = change(attribs[name])
  return toHtml(tree.children)
}

export interface ShownText {
  readonly title: string
  /** With addresses within the archive. */
  readonly html: string
  /** File name of a cover that the text does not show. */
  readonly cover?: string | undefined
  /** Of a post. */
  readonly head?: PostHead
  readonly comments?: readonly CommentEntry[]
}

const AUDIENCE_NAMES = { public: '', family: 'Family', admins: 'Only admins' } as const

/** The page of a post, or of a page of the blog. */
export function textPage(blog: DescribedBlog, { title, html, cover, head, comments = [] }: ShownText): string {
  const parts = [
    head && `<p class="facts">${listed(factsOf(blog, head))}</p>`,
    cover && `<p><img src="${escapeHtml(cover)}" alt=""></p>`,
    html,
    comments.length > 0 && `<h2>${plural(comments.length, '1 comment', 'comments')}</h2>\n${commentsOf(blog, comments)}`,
  ]
  return frame({ blog, title: title === '' ? blog.blog.name : title, root: '../../' }, parts.filter(Boolean).join('\n'))
}

const dateStyle = ({ blog: { timeZone } }: DescribedBlog): DateStyle => ({ timeZone })

const whenOf = (blog: DescribedBlog, { date = '', publishAt }: PostHead) =>
  `${publishAt === undefined ? '' : 'Planned for '}${formatDate(date, dateStyle(blog))}`
const whoReads = ({ audience = 'public' }: Pick<PostHead, 'audience'>) => AUDIENCE_NAMES[audience]

const factsOf = (blog: DescribedBlog, head: PostHead) => [
  whenOf(blog, head),
  head.authorName ?? head.author,
  shownCategory(head.category ?? 'uncategorized', blog.categories),
  whoReads(head),
]

function commentsOf(blog: DescribedBlog, comments: readonly CommentEntry[]): string {
  const first = new Set(comments.filter(({ replyTo }) => replyTo === undefined).map(({ id }) => id))
  const isReply = ({ replyTo }: CommentEntry) => replyTo !== undefined && first.has(replyTo)
  const replies = Map.groupBy(comments.filter(isReply), ({ replyTo }) => replyTo)
  const inThreads = comments
    .filter((comment) => !isReply(comment))
    .flatMap((comment) => [comment, ...(comment.id === undefined ? [] : (replies.get(comment.id) ?? []))])
  const time = dateFormat(dateStyle(blog), { dateStyle: 'long', timeStyle: 'short' })
  return inThreads
    .map((comment) => {
      const { by = 'Someone', date, text, pending } = comment
      const facts = listed([by, time.format(new Date(date)), pending === true ? 'waits for approval' : null])
      const kind = isReply(comment) ? ' class="reply"' : ''
      return `<article${kind}><p class="facts">${facts}</p><p>${escapeHtml(text)}</p></article>`
    })
    .join('\n')
}

const listed = (parts: readonly (string | null | undefined)[]) =>
  parts
    .filter(Boolean)
    .map((part) => `<bdi>${escapeHtml(part ?? '')}</bdi>`)
    .join(' · ')

export interface ListedText<Head = PostHead | PageHead> {
  /** Folder within the archive. */
  readonly folder: string
  readonly head: Head
  readonly comments: number
}

const HOW_TO_READ =
  'This folder is the whole blog. Each folder in “posts” and “pages” holds one text, as a page for a browser (index.html) and as plain text (index.md), with its pictures and files beside it, and what readers wrote (comments.yml). Another Kindred blog takes all of it back under “Moving in”. Accounts, passwords, emails and drafts are not part of it.'

/** The first page: every post by year, the newest first, and every page, with who may read it. */
export function indexPage(blog: DescribedBlog, posts: readonly ListedText<PostHead>[], pages: readonly ListedText[]): string {
  const { timeZone, name } = blog.blog
  const line = ({ folder, head, comments }: ListedText) => {
    const facts = [
      'date' in head ? whenOf(blog, head) : null,
      whoReads(head),
      comments > 0 ? plural(comments, '1 comment', 'comments') : null,
    ]
    const small = listed(facts)
    const link = `<a href="${folder}/index.html">${escapeHtml(head.title || folder)}</a>`
    return `<li>${link}${small === '' ? '' : `<br><small>${small}</small>`}</li>`
  }
  const chapter = (heading: string, texts: readonly ListedText[]) =>
    texts.length === 0 ? '' : `<h2>${heading}</h2>\n<ul>\n${texts.map(line).join('\n')}\n</ul>\n`
  const years = Map.groupBy(posts.toReversed(), ({ head: { date = '' } }) => isoDayIn(Date.parse(date), timeZone).slice(0, 4))
  const chapters = Array.from(years, ([year, ofYear]) => chapter(year, ofYear)).join('') + chapter('Pages', pages)
  return frame({ blog, title: name, root: '' }, `${chapters}<hr>\n<p lang="en" dir="ltr"><small>${HOW_TO_READ}</small></p>`)
}
