import { useState } from 'react'
import { firstLookForm } from '#settings/contract/settings.forms.ts'
import type { Look } from '#site/contract/look.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { HomePictureField, PaletteField } from '#settings/web/index.ts'
import { StepForm } from './step-form.tsx'
import { lookStyle } from '#site/web/index.ts'

interface LookStepProps {
  readonly look: Look
  /** Address of the next step. */
  readonly next: string
}

export const LookStep = ({ look: initial, next }: LookStepProps) => {
  const [look, setLook] = useState(initial)
  const change = (changes: Partial<Look>) => {
    const changed = { ...look, ...changes }
    setLook(changed)
    // The page itself is the preview.
    document.documentElement.style.cssText = lookStyle(changed)
  }
  const form = useDeclaredForm(firstLookForm, { next })
  const { errorOf } = form
  return (
    <StepForm form={form} submitLabel="Go on">
      <p className="text-ink-soft">You can change all of this later, under Settings.</p>
      <PaletteField value={look.palette} onChange={(palette) => change({ palette })} error={errorOf('palette')} />
      <HomePictureField value={look} onChange={change} errorOf={errorOf} />
    </StepForm>
  )
}
