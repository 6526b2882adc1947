import type { Settings } from '#contract/endpoints/settings.ts'

/** An address as people and machines write it: with a scheme, with www, or a name with a usual ending. */
const LINK =
  /\b[a-z][a-z0-9+.-]*:\/\/\S|\bwww\.\S|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|info|biz|io|ru|cn|xyz|top|site|online|shop|click)\b(?!@)/i

export const holdsLink = (content: string): boolean => LINK.test(content.normalize('NFKC'))

/** Whether a reader's comment is shown only when an admin has approved it. */
export const waitsForApproval = (content: string, settings: Settings, reader: { readonly isNew: boolean }): boolean =>
  (settings.firstCommentsWait && reader.isNew) || (settings.linkCommentsWait && holdsLink(content))
