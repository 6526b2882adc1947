import { useState } from 'react'
import { lookForm } from '#settings/contract/settings.forms.ts'
import { getLook } from '#site/contract/look.endpoints.ts'
import type { Look } from '#site/contract/look.ts'
import { HomePictureField, LogoField, PaletteField } from './look-fields.tsx'
import { BrandMark, HomePicture, lookStyle, lookTokens, useSite } from '#site/web/index.ts'
import { type RadioOption, ChoiceField } from '#ui/forms/choice-field.tsx'
import { SettingsForm, SettingsGroup } from '#ui/dashboard/settings-form.tsx'
import { buttonStyle } from '#ui/components/button.tsx'
import { Badge } from '#ui/components/badge.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'
import { useIsStep, useSettingsForm } from '#ui/dashboard/use-settings-form.ts'

const SAMPLE_THEMES = [
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
      <p className="row gap-3">
        <span className={buttonStyle('primary')}>View all posts</span>
        <Badge>life</Badge>
      </p>
    </div>
  )
}

/** Preview of the unsaved look in both themes. */
const LookPreview = ({ look }: { readonly look: Look }) => (
  <aside aria-label="Preview" className="hidden shrink basis-72 lg:block">
    <div className="sticky top-24 grid gap-3">
      <h2 className="text-h3">Preview</h2>
      {SAMPLE_THEMES.map(({ theme, label }) => (
        <div key={theme} className="grid gap-1">
          <p className="text-small text-ink-soft">{label}</p>
          <Sample look={look} theme={theme} />
        </div>
      ))}
    </div>
  </aside>
)

const THEMES: readonly RadioOption<Look['theme']>[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'As the device' },
]

const TEXTS: readonly RadioOption<Look['text']>[] = [
  { value: 'serif', label: 'Serif', icon: <span className="font-reading">Aa</span> },
  { value: 'sans', label: 'Sans', icon: <span className="font-ui">Aa</span> },
]

interface PartProps {
  /** Current choice, saved or not. */
  readonly look: Look
  readonly change: (changes: Partial<Look>) => void
  readonly errorOf: (field: string) => string | undefined
}

const ColourFields = ({ look, change, errorOf }: PartProps) => (
  <SettingsGroup title="Colours and type" hint="The colour of links, buttons and hearts. Each is easy to read, by day and by night.">
    <PaletteField value={look.palette} onChange={(palette) => change({ palette })} error={errorOf('palette')} />
    <ChoiceField
      legend="Theme of a first visit"
      name="theme"
      value={look.theme}
      choices={THEMES}
      onChange={(theme) => change({ theme })}
      error={errorOf('theme')}
      hint="Readers who have chosen another one in the header keep theirs."
    />
    <ChoiceField
      legend="Text of posts"
      name="text"
      value={look.text}
      choices={TEXTS}
      onChange={(text) => change({ text })}
      error={errorOf('text')}
    />
  </SettingsGroup>
)

const PictureFields = ({ look, change, errorOf }: PartProps) => (
  <SettingsGroup title="Picture on the home page" hint="Beside the welcome. If you use your own picture, its middle is shown.">
    <HomePictureField value={look} onChange={change} errorOf={errorOf} />
  </SettingsGroup>
)

const LogoFields = ({ look, change, errorOf }: PartProps) => (
  <SettingsGroup
    title="Logo"
    hint="A square logo goes before the mark, and is the blog’s icon; one that is twice as wide as high replaces the mark."
  >
    <input type="hidden" name="logo" value={look.logo} />
    <LogoField value={look.logo} onChange={(logo) => change({ logo })} error={errorOf('logo')} />
  </SettingsGroup>
)

const showOnPage = (look: Look) => {
  document.documentElement.style.cssText = lookStyle(look)
}

/** How the blog looks (docs/product.md, 2). On wide screens a preview beside it shows the current choice; in the set-up, the page does. */
const AppearanceSettings = ({ look: initial }: { readonly look: Look }) => {
  const isStep = useIsStep()
  const [look, setLook] = useState(initial)
  const change = (changes: Partial<Look>) => {
    // An upload ends later than it began, so other changes may have come between.
    setLook((before) => ({ ...before, ...changes }))
    if (isStep) showOnPage({ ...look, ...changes })
  }
  const form = useSettingsForm(lookForm, {
    onDone: (saved) => {
      showOnPage(saved)
      return lookForm.messageOf(saved)
    },
  })
  const parts = { look, change, errorOf: form.errorOf }
  return (
    <div className="flex flex-wrap gap-6">
      <div className="min-w-0 grow basis-96">
        <SettingsForm form={form}>
          <ColourFields {...parts} />
          <PictureFields {...parts} />
          <LogoFields {...parts} />
        </SettingsForm>
      </div>
      {isStep ? null : <LookPreview look={look} />}
    </div>
  )
}

export const appearanceSection = settingsSection({
  id: 'appearance',
  title: 'Appearance',
  about: 'Colour, theme, type, logo, and the picture on the home page',
  labels: [
    'Colours and type',
    'Colour',
    'Theme of a first visit',
    'Light',
    'Dark',
    'Text of posts',
    'Font',
    'Picture on the home page',
    'Picture',
    'What the picture shows',
    'Logo',
  ],
  reads: { look: getLook },
  Component: AppearanceSettings,
})
