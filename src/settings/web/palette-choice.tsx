import { type PaletteId, PALETTES, paletteIds } from '#site/contract/look.ts'
import { ChoiceField } from '#ui/forms/choice-field.tsx'

/** Both themes' accents in one dot. */
const Swatch = ({ palette }: { readonly palette: PaletteId }) => {
  const { light, dark } = PALETTES[palette]
  const background = `linear-gradient(115deg, ${light.accent} 50%, ${dark.accent} 50%)`
  return <span aria-hidden="true" className="size-6 shrink-0 rounded-full border border-line" style={{ background }} />
}

const CHOICES = paletteIds.map((palette) => ({ value: palette, label: PALETTES[palette].name, mark: <Swatch palette={palette} /> }))

interface PaletteChoiceProps {
  readonly value: PaletteId
  readonly onChange: (palette: PaletteId) => void
  readonly error?: string | undefined
}

/** The accent of the blog, as a group of radio buttons named `palette`. */
export const PaletteChoice = (props: PaletteChoiceProps) => <ChoiceField legend="Colour" name="palette" choices={CHOICES} {...props} />
