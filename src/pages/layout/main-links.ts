import { findPage } from '#pages/pages.ts'
import { useSite, usePage } from '#site/web/index.ts'

interface MenuLink {
  readonly to: string
  readonly label: string
}

const MAIN_LINKS: readonly MenuLink[] = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/projects', label: 'Projects' },
]
const FOOTER_LINKS: readonly MenuLink[] = [
  { to: '/about', label: 'About' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms' },
]

const FOLLOW_LINK: MenuLink = { to: '/follow', label: 'Follow by mail' }
const FEED_LINK: MenuLink = { to: '/feed.xml', label: 'Feed' }

/** Fixed links, then those of the pages that the family added. */
const useLinks = (fixed: readonly MenuLink[], wanted: 'header' | 'footer'): readonly MenuLink[] => {
  const { menu } = useSite()
  return [...fixed, ...menu.filter(({ place }) => place === wanted).map(({ path, label }) => ({ to: path, label }))]
}

export const useMainLinks = () => useLinks(MAIN_LINKS, 'header')

/** Who may not read the blog gets only the links that are open to them. The feed of a closed blog is empty for everybody. */
export const useFooterLinks = () => {
  const { mail, isClosed } = useSite()
  const links = useLinks([...FOOTER_LINKS, ...(mail ? [FOLLOW_LINK] : []), ...(isClosed ? [] : [FEED_LINK])], 'footer')
  return usePage().mayReadBlog ? links : links.filter(({ to }) => findPage(to)?.page.whenClosed === 'open')
}
