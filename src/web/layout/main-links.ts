import { useSite } from '#web/page/page-context.ts'

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

/** The blog's own links, then those of the pages that the family has added. */
const useLinks = (fixed: readonly MenuLink[], wanted: 'header' | 'footer'): readonly MenuLink[] => {
  const { menu } = useSite()
  return [...fixed, ...menu.filter(({ place }) => place === wanted).map(({ path, label }) => ({ to: path, label }))]
}

export const useMainLinks = () => useLinks(MAIN_LINKS, 'header')
export const useFooterLinks = () => useLinks(FOOTER_LINKS, 'footer')
