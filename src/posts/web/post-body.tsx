import { useMemo } from 'react'
import { toBodyMarkup } from './body-markup.ts'
import { withPictures } from '#media/web/index.ts'

interface PostBodyProps {
  readonly html: string
  readonly className?: string
  /** `lead`: a short text beside other content, in the font of the interface. `page`: no drop cap. */
  readonly kind?: 'post' | 'page' | 'lead'
}

/**
 * The text of a post or of a page. Sets inner HTML: the server sanitised it when it was stored (docs/product.md, 12), or
 * it is one of our starter texts.
 */
export const PostBody = ({ html, className = 'mx-auto my-10', kind = 'post' }: PostBodyProps) => {
  const markup = useMemo(() => ({ __html: toBodyMarkup(withPictures(html), { dropCap: kind === 'post' }) }), [html, kind])
  // oxlint-disable-next-line react/no-danger -- see above
  return <div className={`prose post-body ${kind === 'lead' ? 'prose-lead ' : ''}${className}`} dangerouslySetInnerHTML={markup} />
}
