import { withPictures } from '#web/features/body-pictures.ts'

/** The one place that sets inner HTML: the server sanitised it when it was stored (decisions, Posts). */
export const PostBody = ({ html }: { readonly html: string }) => (
  // oxlint-disable-next-line react/no-danger -- see above
  <div className="prose mx-auto my-8" dangerouslySetInnerHTML={{ __html: withPictures(html) }} />
)
