import type { Look } from '#site/contract/look.ts'
import { BrandMark, HomePicture, lookTokens, useSite } from '#site/web/index.ts'
import { buttonStyle } from '#ui/components/button.tsx'

const THEMES = [
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
] as const

/** A sample of the blog in one theme, with the tokens that readers will get. */
const Sample = ({ look, theme }: { readonly look: Look; readonly theme: 'light' | 'dark' }) => {
  const { name, mark } = useSite()
  return (
    <div
      aria-hidden="true"
      inert
      className={`${theme} grid grid-cols-[minmax(0,1fr)] gap-3 overflow-hidden rounded-card border border-line bg-paper p-4 text-ink`}
      style={lookTokens(look)}
    >
      <p className="brand flex-wrap whitespace-normal wrap-anywhere">
        <BrandMark name={name} mark={mark} logo={look.logo} /> Blog
      </p>
      <HomePicture look={look} sizes="18rem" />
      <p className="font-reading">
        A day in words, and <span className="link">a link</span> to another.
      </p>
      <p className="flex flex-wrap items-center gap-3">
        <span className={buttonStyle('primary')}>View all posts</span>
        <span className="badge">life</span>
      </p>
    </div>
  )
}

/** Preview of the unsaved look in both themes. */
export const LookPreview = ({ look }: { readonly look: Look }) => (
  <aside aria-label="Preview" className="hidden shrink basis-72 lg:block">
    <div className="sticky top-24 grid gap-3">
      <h2 className="text-h3">Preview</h2>
      {THEMES.map(({ theme, label }) => (
        <div key={theme} className="grid gap-1">
          <p className="text-small text-ink-soft">{label}</p>
          <Sample look={look} theme={theme} />
        </div>
      ))}
    </div>
  </aside>
)
