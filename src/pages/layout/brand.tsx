import { BrandMark } from '#site/web/brand-mark.tsx'
import { useLook, useSite } from '#site/web/page-context.ts'
import { useIsClosedToVisitor } from './use-is-closed-to-visitor.ts'

/** The mark and the word Blog (docs/product.md, 1). Server only. */
export const Brand = () => {
  const { name, mark } = useSite()
  const isClosedToVisitor = useIsClosedToVisitor()
  return (
    <a href={isClosedToVisitor ? '/sign-in' : '/'} className="brand">
      <BrandMark name={name} mark={mark} logo={useLook().logo} /> Blog
    </a>
  )
}
