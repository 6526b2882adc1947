import { v7 as newId } from 'uuid'
import { CATEGORIES } from '#site/contract/category-names.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'

const WORDS_PER_POST = 640
const PARAGRAPHS_PER_POST = 8
/** Number of different paragraphs that posts are composed of. */
const PARAGRAPH_POOL = 4000
const VOCABULARY = 20_000
const LETTERS = 'etaoinshrdlcumwfgypbvk'
/** Additional words with a known frequency: the share of posts that contain them. */
const KNOWN_WORDS: Readonly<Record<string, number>> = { kettle: 1 / 3, corridor: 1 / 3, giraffe: 0.01 }

export type GeneratedPost = ReturnType<typeof generatePost>

interface PostsOptions {
  readonly size: number
  /** Number of the first post. */
  readonly from?: number
  readonly batch: number
  readonly adminId: string
  readonly now: number
}

/** Yields batches of posts of about 4 KB, an hour apart, oldest first. */
export function* generatePosts({ size, from = 0, batch, adminId, now }: PostsOptions) {
  const random = seededRandom(7)
  const paragraphs = writeParagraphs(random)
  for (let first = 0; first < size; first += batch) {
    const count = Math.min(batch, size - first)
    yield Array.from({ length: count }, (_, index) => {
      const at = now - (size - first - index) * HOUR_MS
      return generatePost({ number: from + first + index, adminId, at, paragraphs, random })
    })
  }
}

/** Deterministic random numbers from 0 to 1 (Park and Miller). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Word of this rank; 0 is the most frequent. */
export function wordOf(rank: number): string {
  let rest = rank + LETTERS.length
  let word = ''
  while (rest > 0) {
    word += LETTERS[rest % LETTERS.length]
    rest = Math.floor(rest / LETTERS.length)
  }
  return word
}

/** Words follow Zipf's law, as in natural languages: word n is about 1/n times as frequent as the first. */
function writeParagraphs(random: () => number): string[] {
  const words = WORDS_PER_POST / PARAGRAPHS_PER_POST
  return Array.from({ length: PARAGRAPH_POOL }, () => {
    const text = Array.from({ length: words }, () => wordOf(Math.floor(Math.exp(random() * Math.log(VOCABULARY))) - 1))
    return `${text.join(' ')}.`
  })
}

/** One post in this many has the audience `family`. */
const FAMILY_EVERY = 5

interface PostOptions {
  readonly number: number
  readonly adminId: string
  readonly at: number
  readonly paragraphs: readonly string[]
  readonly random: () => number
}

function generatePost({ number, adminId, at, paragraphs, random }: PostOptions) {
  const chosen = Array.from({ length: PARAGRAPHS_PER_POST }, () => paragraphs[Math.floor(random() * paragraphs.length)] ?? '')
  const known = Object.entries(KNOWN_WORDS).flatMap(([word, share]) => (random() < share ? [word] : []))
  const row = {
    id: newId(),
    kind: 'post',
    state: 'published',
    author_id: adminId,
    title: `A day of many, number ${number}`,
    slug: `a-day-of-many-number-${number}`,
    category: CATEGORIES[number % CATEGORIES.length] ?? 'life',
    audience: number % FAMILY_EVERY === FAMILY_EVERY - 1 ? 'family' : 'public',
    content: [...chosen, known.join(' ')].map((paragraph) => `<p>${paragraph}</p>`).join(''),
    created_at: at,
    updated_at: at,
  }
  return { number, row }
}

type GeneratedComment = ReturnType<typeof generateComments>[number]

/** Comments a minute apart, by different readers. */
export function generateComments(post: GeneratedPost['row'], { count, readerIds }: { count: number; readerIds: readonly string[] }) {
  return Array.from({ length: count }, (_, index) => ({
    id: newId(),
    post_id: post.id,
    user_id: readerIds[(index * 7 + post.slug.length * 13) % readerIds.length],
    content: `Comment ${index}: thank you for writing this down, it helped me tonight.`,
    state: 'shown',
    report_count: 0,
    created_at: post.created_at + index * MINUTE_MS,
    updated_at: post.created_at + index * MINUTE_MS,
  }))
}

/** Likes of three readers for every fourth comment. */
export function generateLikes(comments: readonly GeneratedComment[], readerIds: readonly string[]) {
  return comments.flatMap((comment, index) =>
    index % 4 > 0
      ? []
      : [0, 1, 2].map((like) => ({
          comment_id: comment.id,
          user_id: readerIds[(index + like) % readerIds.length],
          created_at: comment.created_at,
        })),
  )
}
