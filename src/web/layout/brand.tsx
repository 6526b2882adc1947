import { useSite } from './use-site.ts'

/** The mark and the word Blog (spec §1). */
export const Brand = () => (
  <a
    href="/"
    className="flex min-h-[44px] items-center gap-[.45rem] font-display text-[clamp(0.95rem,0.35rem+2.6vw,1.15rem)] sm:text-[1.3rem] leading-snug font-semibold whitespace-nowrap"
  >
    <span className="brand-mark">{useSite().mark}</span> Blog
  </a>
)
