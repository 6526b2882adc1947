import { useMemo } from 'react'
import { withPictures } from '#web/features/body-pictures.ts'
import { toBodyMarkup } from './body-markup.ts'

/** The one place that sets inner HTML: the server sanitised it when it was stored (docs/product.md, 12). */
export const PostBody = ({ html }: { readonly html: string }) => {
  const markup = useMemo(() => ({ __html: toBodyMarkup(withPictures(html)) }), [html])
  // oxlint-disable-next-line react/no-danger -- see above
  return <div className="prose post-body mx-auto my-10" dangerouslySetInnerHTML={markup} />
}
