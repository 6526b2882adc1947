import { BrandMark } from '#web/features/brand-mark.tsx'
import { useLook, useSite } from '#web/page/page-context.ts'

/** The mark and the word Blog (docs/product.md, 1). On the server alone. */
export const Brand = () => {
  const { name, mark } = useSite()
  return (
    <a href="/" className="brand">
      <BrandMark name={name} mark={mark} logo={useLook().logo} /> Blog
    </a>
  )
}
