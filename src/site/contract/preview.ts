/** Audiences as which an admin may look at the blog, and how the pages name them. */
export const PREVIEW_NAMES = { public: 'a stranger', family: 'the family' } as const
export type PreviewAudience = keyof typeof PREVIEW_NAMES
export const PREVIEW_AUDIENCES = Object.keys(PREVIEW_NAMES) as readonly PreviewAudience[]

export const isPreviewAudience = (value: string): value is PreviewAudience => Object.hasOwn(PREVIEW_NAMES, value)

/** Address of a page as this audience sees it. */
export const previewPath = (audience: PreviewAudience, path: string): string => `/preview/${audience}${path}`
