import { findPage } from '#contract/pages.ts'
import { useSite } from '#web/page/page-context.ts'
import { useIsShut } from './use-is-shut.ts'

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

/** The blog's own links, then those of the pages that the family has added. */
const useLinks = (fixed: readonly MenuLink[], wanted: 'header' | 'footer'): readonly MenuLink[] => {
  const { menu } = useSite()
  return [...fixed, ...menu.filter(({ place }) => place === wanted).map(({ path, label }) => ({ to: path, label }))]
}

export const useMainLinks = () => useLinks(MAIN_LINKS, 'header')

/** Of a closed blog, visitors see only what this leads to. */
export const useFooterLinks = () => {
  const { mail } = useSite()
  const links = useLinks(mail ? [...FOOTER_LINKS, FOLLOW_LINK] : FOOTER_LINKS, 'footer')
  return useIsShut() ? links.filter(({ to }) => findPage(to)?.page.whenClosed === 'open') : links
}
