import { BrandMark, useLook, usePage, useSite } from '#site/web/index.ts'

/** The mark and the word Blog. Server only. */
export const Brand = () => {
  const { name } = useSite()
  const { mayReadBlog } = usePage()
  return (
    <a href={mayReadBlog ? '/' : '/sign-in'} className="brand">
      <BrandMark name={name} logo={useLook().logo} /> Blog
    </a>
  )
}
