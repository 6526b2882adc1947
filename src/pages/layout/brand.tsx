import { BrandMark, useLook, usePage, useSite } from '#site/web/index.ts'

/** The mark and the word Blog. Server only. */
export const Brand = () => {
  const { name } = useSite()
  const { isShutOut } = usePage()
  return (
    <a href={isShutOut ? '/sign-in' : '/'} className="brand">
      <BrandMark name={name} logo={useLook().logo} /> Blog
    </a>
  )
}
