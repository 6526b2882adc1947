import type { Site } from '#site/contract/site.endpoints.ts'

/** Data of the site with which to reach the family. */
export type Reachable = Pick<Site, 'contact' | 'links' | 'commentsOpen' | 'isClosed'>

/** How to reach the family: 'by email to …', as a part of a sentence. */
export const waysToReach = ({ contact, links, commentsOpen, isClosed }: Reachable): string => {
  const ways = [
    ...(contact === '' ? [] : [`by email to ${contact}`]),
    ...(links.length === 0 ? [] : [`through the ${links.length === 1 ? 'link' : 'links'} in the footer`]),
    ...(commentsOpen && !isClosed ? ['in a comment'] : []),
  ]
  if (ways.length === 0) return 'in whatever way you know us'
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(ways)
}

/** A page of plain legal prose: the privacy policy and the terms. */
export interface LegalText {
  title: string
  intro: string
  sections: readonly { heading: string; paragraphs: readonly string[] }[]
}

export type LegalPageId = 'privacy-policy' | 'terms'

/** Dates of the starter texts. */
export const LEGAL_DATES: Readonly<Record<LegalPageId, readonly { readonly label: string; readonly date: string }[]>> = {
  'privacy-policy': [
    { label: 'Effective date', date: 'June 9, 2025' },
    { label: 'Last updated', date: 'June 9, 2025' },
  ],
  terms: [{ label: 'Last updated', date: 'June 9, 2025' }],
}
