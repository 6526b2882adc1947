import { absoluteUrl, documentTitle, type PageHead } from '#pages/page/page-head.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { meta, previewTags } from '#pages/page/preview-tags.ts'
import { structuredDataTags } from '#pages/page/structured-data.ts'
import { lookStyle, PAGE_INFO_ID, type PageInfo, scriptJson } from '#site/web/index.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { type Look, PAPER } from '#site/contract/look.ts'
import { feedFormats, feedPath, FEEDS } from '#posts/contract/feeds.ts'
import { iconResponses } from '#site/contract/icons.ts'
import { headScripts, SPECULATION_RULES } from './inline-scripts.ts'
import type { PageAssets } from './vite-manifest.ts'
import { ApiError } from '#ui/api/api-error.ts'
import type { LoadedPage } from '#pages/page/load-page.ts'
import { NOT_FOUND_HEAD } from '#pages/not-found/not-found.page.tsx'

interface DocumentParts {
  readonly head: PageHead
  readonly page: PageInfo
  readonly look: Look
  readonly assets: PageAssets
  /** Empty if the assets link the style sheets. */
  readonly inlineStyles: readonly string[]
  /** React's preload hints. */
  readonly hints: string
  /** The rendered layout and page. */
  readonly html: string
}

const headTags = (head: PageHead, page: PageInfo, look: Look): string[] => [
  meta('name', 'description', head.description),
  ...(head.path === null ? [] : [`<link rel="canonical" href="${escapeHtml(absoluteUrl(head.path, page.site))}">`]),
  ...(head.noIndex ? [meta('name', 'robots', 'noindex')] : []),
  ...previewTags(head, page, look),
]

/** Feeds contain public posts only, so a closed blog has none. */
const feedTags = ({ feedsOf }: PageHead, site: Site): string[] => {
  if (site.isClosed) return []
  const scopes = [
    { slug: undefined, title: site.name },
    ...(feedsOf ? [{ slug: feedsOf.slug, title: `${site.name}: ${feedsOf.name}` }] : []),
  ]
  return scopes.flatMap(({ slug, title }) =>
    feedFormats.map((format) => {
      const { type } = FEEDS[format]
      return `<link rel="alternate" type="${type}" href="${feedPath(format, slug)}" title="${escapeHtml(title)}">`
    }),
  )
}

const styleTags = ({ styles }: PageAssets, inlineStyles: readonly string[]): string[] => [
  ...inlineStyles.map((style) => `<style>${style}</style>`),
  ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
]

const scriptTags = ({ preloads, script }: PageAssets): string[] => [
  ...preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
  `<script type="module" src="${script}"></script>`,
]

/** The default look adds no attributes. */
const htmlTag = (look: Look): string => {
  const { theme } = look
  const style = lookStyle(look)
  return [
    `<html lang="en" class="${theme === 'dark' ? 'dark' : 'light'}"`,
    ...(theme === 'light' ? [] : [`data-theme="${theme}"`]),
    ...(style === '' ? [] : [`style="${style}"`]),
  ]
    .join(' ')
    .concat('>')
}

/** Renders the HTML document, which is the same for everyone of an audience. Tags for the first paint come first. */
export const renderDocument = ({ head, page, look, assets, inlineStyles, hints, html }: DocumentParts): string => {
  const { site } = page
  return [
    '<!doctype html>',
    htmlTag(look),
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="theme-color" content="${look.theme === 'dark' ? PAPER.dark : PAPER.light}">`,
    `<title>${escapeHtml(documentTitle(head, site))}</title>`,
    ...headScripts.map((script) => `<script>${script}</script>`),
    ...styleTags(assets, inlineStyles),
    hints,
    ...scriptTags(assets),
    ...headTags(head, page, look),
    `<link rel="icon" href="${iconResponses.favicon.path}" type="image/svg+xml">`,
    `<link rel="manifest" href="${iconResponses.manifest.path}">`,
    ...feedTags(head, site),
    '</head>',
    `<body>${html}`,
    // At the end of <body>: search engines read it anywhere, and the first paint does not need it.
    ...structuredDataTags(head, page, look),
    `<script type="application/json" id="${PAGE_INFO_ID}">${scriptJson(page)}</script>`,
    // Who may not read the blog gets no prefetching.
    ...(page.mayReadBlog ? [`<script type="speculationrules">${SPECULATION_RULES}</script>`] : []),
    '</body></html>',
  ].join('\n')
}

const ERROR_HEAD: PageHead = { title: 'Something went wrong', description: 'This page could not be shown.', path: null, noIndex: true }

/** HTTP status of an API error; 500 for any other error. */
export const errorStatus = (error: unknown): number => (error instanceof ApiError ? error.status : 500)

export const isNotFound = (error: unknown): boolean => errorStatus(error) === 404

/** Head of the page, or of the error page shown instead. */
export const headOfPage = ({ error, module, data }: LoadedPage, site: Site): PageHead => {
  if (error !== null) return isNotFound(error) ? NOT_FOUND_HEAD : ERROR_HEAD
  return module.head(data, site)
}
