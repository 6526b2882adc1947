import { useSite } from '#web/page/page-context.ts'

/** The mark and the word Blog (docs/product.md, 1). */
export const Brand = () => (
  <a href="/" className="brand">
    <span className="brand-mark">{useSite().mark}</span> Blog
  </a>
)
