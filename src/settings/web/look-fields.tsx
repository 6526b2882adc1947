import ImagePlus from 'lucide-react/icons/image-plus'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { HOME_PICTURE_TEXT_MAX_LENGTH } from '#site/contract/site-limits.ts'
import { type Look, type PaletteId, PALETTES, paletteIds } from '#site/contract/look.ts'
import { BrandMark, HomePicture, useSite } from '#site/web/index.ts'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { uploadImage, UploadStatus, useUpload } from '#media/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { Progress } from '#ui/components/progress.tsx'
import { FieldError } from '#ui/forms/field-error.tsx'
import { useFileInput } from '#ui/forms/use-file-input.tsx'

const upload = uploadImage('post')

interface PictureFieldProps {
  readonly name: 'homePicture' | 'logo'
  /** Address of the picture; empty for none. */
  readonly value: string
  readonly chooseLabel: string
  readonly removeLabel: string
  readonly onChange: (address: string) => void
  readonly onUploading: (isUploading: boolean) => void
  readonly error: string | undefined
  /** The picture as it will be seen. */
  readonly children: ReactNode
}

/** A picture, and a button for another one, which is uploaded at once. */
const PictureField = ({ name, value, chooseLabel, removeLabel, onChange, onUploading, error, children }: PictureFieldProps) => {
  const { state, start, cancel } = useUpload(upload)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const send = async (file: File) => {
    const address = await start(file)
    if (address !== null) onChange(address)
  }
  const { input, choose } = useFileInput({ label: chooseLabel, accept: 'image/*', onFile: (file) => void send(file) })
  const remove = () => {
    onChange('')
    chooseButton.current?.focus()
  }
  const isUploading = state.type === 'uploading'
  const tell = useEffectEvent(onUploading)
  useEffect(() => tell(isUploading), [isUploading])
  const problem = state.type === 'failed' ? (state.reason ?? 'The picture could not be sent. Please try again.') : error
  return (
    <div className="stack gap-3">
      {children}
      {input}
      <div className="row gap-3">
        <Button ref={chooseButton} aria-disabled={isUploading} data-field={name} onClick={() => isUploading || choose()}>
          {isUploading ? (
            <Progress percent={state.percent} label="Uploading the picture" size={38} />
          ) : (
            <ImagePlus aria-hidden="true" size={18} />
          )}
          <span>{chooseLabel}</span>
        </Button>
        {value === '' ? null : (
          <Button variant="plain" onClick={remove}>
            {removeLabel}
          </Button>
        )}
      </div>
      <FieldError role="alert" className="empty:hidden">
        {problem}
      </FieldError>
      {isUploading ? <UploadStatus upload={state} onCancel={cancel} /> : null}
    </div>
  )
}

interface LookFieldProps {
  readonly look: Look
  readonly change: (changes: Partial<Look>) => void
  readonly onUploading: (field: PictureFieldProps['name'], isUploading: boolean) => void
  /** As in `useForm`. */
  readonly errorOf: (field: string) => string | undefined
}

/** The picture of the home page: the hearts, or one of the family's own. */
export const HomePictureField = ({ look, change, onUploading, errorOf }: LookFieldProps) => (
  <>
    <PictureField
      name="homePicture"
      value={look.homePicture}
      chooseLabel={look.homePicture === '' ? 'Choose a picture' : 'Choose another picture'}
      removeLabel="Hearts again"
      onChange={(homePicture) => change({ homePicture })}
      onUploading={(isUploading) => onUploading('homePicture', isUploading)}
      error={errorOf('homePicture')}
    >
      <div className="w-full max-w-md">
        <HomePicture look={look} sizes="28rem" />
      </div>
    </PictureField>
    {look.homePicture === '' ? null : (
      <TextField
        label="What the picture shows"
        name="homePictureText"
        maxLength={HOME_PICTURE_TEXT_MAX_LENGTH}
        value={look.homePictureText}
        error={errorOf('homePictureText')}
        hint="For people who cannot see it. It is read to them, and not shown on the page."
        onChange={(event) => change({ homePictureText: event.target.value })}
      />
    )}
  </>
)

/** A small picture in the header, shown as it will be seen there. */
export const LogoField = ({ look: { logo }, change, onUploading, errorOf }: LookFieldProps) => {
  const { name } = useSite()
  return (
    <PictureField
      name="logo"
      value={logo}
      chooseLabel={logo === '' ? 'Choose a logo' : 'Choose another logo'}
      removeLabel="Remove logo"
      onChange={(address) => change({ logo: address })}
      onUploading={(isUploading) => onUploading('logo', isUploading)}
      error={errorOf('logo')}
    >
      <p className="brand flex-wrap">
        <BrandMark name={name} logo={logo} /> Blog
      </p>
    </PictureField>
  )
}

/** Accents of both themes, side by side. */
const Swatch = ({ palette }: { readonly palette: PaletteId }) => {
  const { light, dark } = PALETTES[palette]
  const background = `linear-gradient(115deg, ${light.accent} 60%, ${dark.accent} 60%)`
  return <span aria-hidden="true" className="size-7 shrink-0 rounded-small border border-line" style={{ background }} />
}

interface PaletteFieldProps {
  readonly value: PaletteId
  readonly onChange: (palette: PaletteId) => void
  /** All, if none are named. */
  readonly palettes?: readonly PaletteId[]
  readonly error?: string | undefined
}

/** The accent of the blog, as a group of radio buttons named `palette`. */
export const PaletteField = ({ palettes = paletteIds, ...props }: PaletteFieldProps) => (
  <ChoiceField
    legend="Colour"
    name="palette"
    choices={palettes.map((palette) => ({ value: palette, label: PALETTES[palette].name, icon: <Swatch palette={palette} /> }))}
    {...props}
  />
)
