import { useState } from 'react'
import { plural } from '#platform/contract/plural.ts'
import { getLook, updateLook } from '#site/contract/look.endpoints.ts'
import type { Look } from '#site/contract/look.ts'
import { lookStyle } from '#site/web/index.ts'
import { SAVED_FOR_READERS, SettingsForm, SettingsGroup } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useForm } from '#ui/forms/form.tsx'
import { HomePictureField, LogoField, PaletteField } from './look-fields.tsx'

const showOnPage = (look: Look) => {
  document.documentElement.style.cssText = lookStyle(look)
}

/** How the blog looks. The page itself shows the colour as it is chosen. */
const LookSettings = ({ look: initial }: { readonly look: Look }) => {
  const [look, setLook] = useState(initial)
  const form = useForm({
    fields: Object.keys(initial),
    send: async () => {
      await browserApi(updateLook, { body: look })
      return SAVED_FOR_READERS
    },
  })
  const { errorOf } = form
  const change = (changes: Partial<Look>) => {
    form.clear()
    for (const field of Object.keys(changes)) form.clear(field)
    // An upload ends later than it began, so other changes may have come between.
    setLook((before) => ({ ...before, ...changes }))
  }
  const [uploading, setUploading] = useState({ homePicture: false, logo: false })
  const onUploading = (name: keyof typeof uploading, isUploading: boolean) => setUploading((before) => ({ ...before, [name]: isUploading }))
  const pictures = Object.values(uploading).filter(Boolean).length
  const field = { look, change, onUploading, errorOf }
  return (
    <SettingsForm form={form} waitsFor={pictures === 0 ? undefined : `Waiting for ${plural(pictures, '1 picture', 'pictures')}`}>
      <PaletteField
        value={look.palette}
        onChange={(palette) => {
          change({ palette })
          showOnPage({ ...look, palette })
        }}
        error={errorOf('palette')}
      />
      <SettingsGroup title="Picture on the home page" hint="Beside the welcome. Of your own picture, the middle is shown.">
        <HomePictureField {...field} />
      </SettingsGroup>
      <SettingsGroup
        title="Logo"
        hint="A square logo goes before the name, and is the blog’s icon; one that is twice as wide as high replaces the name."
      >
        <LogoField {...field} />
      </SettingsGroup>
    </SettingsForm>
  )
}

export const lookSection = settingsSection({ reads: { look: getLook }, Component: LookSettings })
