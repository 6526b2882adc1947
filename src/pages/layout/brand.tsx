import { BrandMark, useLook, useSite } from '#site/web/index.ts'
import { useIsClosedToVisitor } from './main-links.ts'

/** The mark and the word Blog (docs/product.md, 1). Server only. */
export const Brand = () => {
  const { name } = useSite()
  const isClosedToVisitor = useIsClosedToVisitor()
  return (
    <a href={isClosedToVisitor ? '/sign-in' : '/'} className="brand">
      <BrandMark name={name} logo={useLook().logo} /> Blog
    </a>
  )
}
