import { BrandMark } from '#web/features/brand-mark.tsx'
import { useLook, useSite } from '#web/page/page-context.ts'
import { useIsShut } from './use-is-shut.ts'

/** The mark and the word Blog (docs/product.md, 1). On the server alone. */
export const Brand = () => {
  const { name, mark } = useSite()
  const isShut = useIsShut()
  return (
    <a href={isShut ? '/sign-in' : '/'} className="brand">
      <BrandMark name={name} mark={mark} logo={useLook().logo} /> Blog
    </a>
  )
}
