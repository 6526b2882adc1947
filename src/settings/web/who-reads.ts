import type { Readers } from '#site/contract/settings.endpoints.ts'
import { plural } from '#platform/contract/plural.ts'

/** The admin who looks is among them. */
const familyText = (family: number) => (family === 1 ? 'you alone' : `you and ${plural(family - 1, 'one other person', 'others')}`)

/** In one to three sentences. */
export const whoReads = ({ isClosed, family, outsiders, followers }: Omit<Readers, 'listed' | 'publicPosts' | 'moved'>): string => {
  if (!isClosed) return `Everybody can read. What is for the family is for ${familyText(family)}.`
  const only = `Only the family can read: ${familyText(family)}.`
  const keptOut = plural(outsiders, 'One account that is not family is', 'accounts that are not family are')
  const notMailed = plural(
    followers,
    'One person who follows by mail without an account gets',
    'people who follow by mail without an account get',
  )
  return [only, ...(outsiders === 0 ? [] : [`${keptOut} kept out.`]), ...(followers === 0 ? [] : [`${notMailed} no mail.`])].join(' ')
}

/** What a closed blog shows to everybody once it is opened. */
export const whatOpens = ({ publicPosts }: Pick<Readers, 'publicPosts'>): string =>
  publicPosts === 0
    ? 'No post is for everyone yet.'
    : `${plural(publicPosts, 'One post is', 'posts are')} for everyone, also for search engines.`

type Moved = NonNullable<Readers['moved']>

const namesText = ({ accounts, names }: Moved): string => {
  const others = accounts - names.length
  const all = others === 0 ? names : [...names, plural(others, 'one other', 'others')]
  return new Intl.ListFormat('en').format(all)
}

/** What became of a blog of version 0.1, in one line. */
export const movedText = (moved: Moved, isClosed: boolean): string => {
  const { posts, accounts, isOpener } = moved
  const became = posts === 0 ? [] : [`${plural(posts, 'One text for readers is', 'texts for readers are')} for the family now.`]
  const what = isClosed ? 'this blog, which is for the family' : posts === 1 ? 'it' : 'them'
  const lost =
    accounts === 0 || (posts === 0 && !isClosed) ? [] : [`${namesText(moved)} no longer ${accounts === 1 ? 'reads' : 'read'} ${what}.`]
  return [...became, ...lost, ...(isOpener ? ['New posts are for everyone unless you choose otherwise.'] : [])].join(' ')
}
