import type { Site } from '#contract/endpoints/site.ts'
import { earlyTapScript } from './early-tap.ts'
import { HYDRATION_ID, scriptJson } from './hydration.ts'
import { type PageHead, absoluteUrl, documentTitle } from './page-head.ts'
import { themeScript } from './theme-script.ts'
import type { PageAssets } from './vite-manifest.ts'

export interface DocumentParts {
  readonly head: PageHead
  readonly site: Site
  readonly assets: PageAssets
  /** Tags that say what the screen will need. */
  readonly hints: string
  /** The rendered layout and screen. */
  readonly html: string
  /** JSON, already safe between script tags. */
  readonly hydration: string
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

const meta = (kind: 'name' | 'property', key: string, content: string) => `<meta ${kind}="${key}" content="${escapeHtml(content)}">`

const previewTags = (head: PageHead, site: Site): string[] => [
  meta('property', 'og:site_name', site.name),
  meta('property', 'og:title', head.title === '' ? site.name : head.title),
  meta('property', 'og:description', head.description),
  meta('property', 'og:type', head.type ?? 'website'),
  ...(head.path === null ? [] : [meta('property', 'og:url', absoluteUrl(head.path, site))]),
  ...(head.image ? [meta('property', 'og:image', absoluteUrl(head.image, site)), meta('name', 'twitter:card', 'summary_large_image')] : []),
]

const headTags = (head: PageHead, site: Site): string[] => [
  `<title>${escapeHtml(documentTitle(head, site))}</title>`,
  meta('name', 'description', head.description),
  ...(head.path === null ? [] : [`<link rel="canonical" href="${escapeHtml(absoluteUrl(head.path, site))}">`]),
  ...(head.noIndex ? [meta('name', 'robots', 'noindex')] : []),
  ...previewTags(head, site),
  ...(head.jsonLd ? [`<script type="application/ld+json">${scriptJson(head.jsonLd)}</script>`] : []),
]

const assetTags = ({ font, styles, preloads, script }: PageAssets): string[] => [
  ...(font === null ? [] : [`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`]),
  ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
  ...preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
  `<script type="module" src="${script}"></script>`,
]

/** The whole page as text. The same for everybody: who is signed in is the browser's own knowledge. */
export const renderDocument = ({ head, site, assets, hints, html, hydration }: DocumentParts): string =>
  [
    '<!doctype html>',
    '<html lang="en" class="light">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<script>${themeScript}</script>`,
    `<script>${earlyTapScript}</script>`,
    ...headTags(head, site),
    '<meta name="theme-color" content="#fbf7f1">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<link rel="alternate" type="application/atom+xml" href="/feed.xml" title="${escapeHtml(site.name)}">`,
    hints,
    ...assetTags(assets),
    '</head>',
    `<body><div id="root">${html}</div>`,
    `<script type="application/json" id="${HYDRATION_ID}">${hydration}</script>`,
    '</body></html>',
  ].join('\n')
