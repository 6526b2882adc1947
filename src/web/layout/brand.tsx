import { useSite } from './use-site.ts'

/** The mark and the word Blog (spec §1). */
export const Brand = () => (
  <a href="/" className="brand">
    <span className="brand-mark">{useSite().mark}</span> Blog
  </a>
)
