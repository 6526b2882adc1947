import { useState } from 'react'
import { updateLook } from '#site/contract/look.endpoints.ts'
import type { Look } from '#site/contract/look.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { HomePictureField, PaletteField } from '#settings/web/index.ts'
import { StepForm } from './step-form.tsx'
import { lookStyle } from '#site/web/index.ts'

interface LookStepProps {
  readonly look: Look
  readonly onDone: () => void
}

export const LookStep = ({ look: initial, onDone }: LookStepProps) => {
  const [look, setLook] = useState(initial)
  const change = (changes: Partial<Look>) => {
    const changed = { ...look, ...changes }
    setLook(changed)
    // The page itself is the preview.
    document.documentElement.style.cssText = lookStyle(changed)
  }
  return (
    <StepForm
      fields={['palette', 'homePicture', 'homePictureText']}
      submitLabel="Go on"
      send={async () => {
        const { palette, homePicture, homePictureText } = look
        await browserApi(updateLook, { body: { palette, homePicture, homePictureText } })
        onDone()
      }}
    >
      {({ errorOf }) => (
        <>
          <p className="text-ink-soft">You can change all of this later, under Settings.</p>
          <PaletteField value={look.palette} onChange={(palette) => change({ palette })} error={errorOf('palette')} />
          <HomePictureField value={look} onChange={change} errorOf={errorOf} />
        </>
      )}
    </StepForm>
  )
}
