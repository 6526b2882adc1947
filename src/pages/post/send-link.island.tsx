import { ShareLink } from '#ui/components/share-link.tsx'

/** Hands the link of a post to another app, or copies it. */
export const SendLink = (props: { readonly title: string; readonly url: string }) => (
  <ShareLink {...props} label="Send the link" className="link link-target" />
)
