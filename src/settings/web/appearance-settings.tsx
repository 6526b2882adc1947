import { useState } from 'react'
import { updateLook } from '#site/contract/look.endpoints.ts'
import type { Look } from '#site/contract/look.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { HomePictureChoice } from './home-picture-choice.tsx'
import { LogoChoice } from './logo-choice.tsx'
import { PaletteChoice } from './palette-choice.tsx'
import { lookStyle } from '#site/web/index.ts'
import { type Choice, ChoiceField } from '#ui/forms/choice-field.tsx'
import { LookPreview } from './look-preview.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'

const THEMES: readonly Choice<Look['theme']>[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'As their device' },
]

const TEXTS: readonly Choice<Look['text']>[] = [
  { value: 'serif', label: 'Serif', mark: <span className="font-reading">Aa</span> },
  { value: 'sans', label: 'Sans', mark: <span className="font-ui">Aa</span> },
]

interface PartProps {
  /** Current choice, saved or not. */
  readonly look: Look
  readonly change: (changes: Partial<Look>) => void
  readonly save: (parts: readonly (keyof Look)[]) => Promise<void>
}

const COLOUR_FIELDS = ['palette', 'theme', 'text'] as const
const ColourSettings = ({ look, change, save }: PartProps) => (
  <SettingsForm
    title="Colours and type"
    hint="The colour of links, buttons and hearts. Each is easy to read, by day and by night."
    fields={COLOUR_FIELDS}
    send={() => save(COLOUR_FIELDS)}
  >
    {({ errorOf }) => (
      <>
        <PaletteChoice value={look.palette} onChange={(palette) => change({ palette })} error={errorOf('palette')} />
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
      </>
    )}
  </SettingsForm>
)

const PICTURE_FIELDS = ['homePicture', 'homePictureText'] as const
const PictureSettings = ({ look, change, save }: PartProps) => (
  <SettingsForm
    title="Picture on the home page"
    hint="Beside the welcome. Of a picture of yours, the middle is shown."
    fields={PICTURE_FIELDS}
    send={() => save(PICTURE_FIELDS)}
  >
    {({ errorOf }) => <HomePictureChoice value={look} onChange={change} errorOf={errorOf} />}
  </SettingsForm>
)

const LOGO_FIELDS = ['logo'] as const
const LogoSettings = ({ look, change, save }: PartProps) => (
  <SettingsForm
    title="Logo"
    hint="A square one stands before the mark and is the icon of the blog; one twice as wide as high stands in place of the mark."
    fields={LOGO_FIELDS}
    send={() => save(LOGO_FIELDS)}
  >
    {({ errorOf }) => <LogoChoice value={look.logo} onChange={(logo) => change({ logo })} error={errorOf('logo')} />}
  </SettingsForm>
)

/** How the blog looks (docs/product.md, 2). On wide screens a preview beside it shows the current choice. */
export const AppearanceSettings = ({ look: initial }: { readonly look: Look }) => {
  const [look, setLook] = useState(initial)
  const change = (changes: Partial<Look>) => setLook((before) => ({ ...before, ...changes }))
  const save = async (parts: readonly (keyof Look)[]) => {
    const saved = await browserApi(updateLook, { body: Object.fromEntries(parts.map((part) => [part, look[part]])) })
    // Unsaved choices of the other sections stay.
    change(Object.fromEntries(parts.map((part) => [part, saved[part]])))
    document.documentElement.style.cssText = lookStyle(saved)
  }
  const parts = { look, change, save }
  return (
    <div className="flex flex-wrap gap-6">
      <div className="grid min-w-0 grow basis-96 grid-cols-[minmax(0,1fr)] content-start gap-6">
        <ColourSettings {...parts} />
        <PictureSettings {...parts} />
        <LogoSettings {...parts} />
      </div>
      <LookPreview look={look} />
    </div>
  )
}
