import ImagePlus from 'lucide-react/icons/image-plus'
import { useRef, useState } from 'react'
import { HOME_PICTURE_TEXT_MAX_LENGTH } from '#platform/contract/limits.ts'
import { type Look, type PaletteId, PALETTES, paletteIds } from '#site/contract/look.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { BrandMark, HomePicture, useSite } from '#site/web/index.ts'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { uploadImage, UploadStatus, useUpload } from '#media/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { Progress } from '#ui/components/progress.tsx'
import { FieldError } from '#ui/forms/field-error.tsx'

const upload = uploadImage('post')

interface PictureUploadButtonProps {
  /** 'Choose a picture' */
  readonly label: string
  /** Name of the field in messages of the form. */
  readonly field: string
  readonly onUploaded: (address: string) => void
  readonly error?: string | undefined
}

/** A button to choose a file, which is uploaded at once. */
const PictureUploadButton = ({ label, field, onUploaded, error }: PictureUploadButtonProps) => {
  const { state, start, cancel } = useUpload(upload)
  const input = useRef<HTMLInputElement>(null)
  const sendChosen = async () => {
    const file = input.current?.files?.[0]
    if (input.current === null || file === undefined) return
    // Cleared, so that the same file can be chosen again after a failure.
    input.current.value = ''
    const address = await start(file)
    if (address !== null) onUploaded(address)
  }
  const isUploading = state.type === 'uploading'
  const problem = state.type === 'failed' && state.reason === null ? 'The picture could not be sent. Please try again.' : error
  return (
    <div className="grid justify-items-start gap-1.5">
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={label}
        aria-hidden="true"
        tabIndex={-1}
        className="sr-only"
        onChange={() => void sendChosen()}
      />
      <Button disabled={isUploading} data-field={field} onClick={() => input.current?.click()}>
        {isUploading ? (
          <Progress percent={state.percent} label="Uploading the picture" size={38} />
        ) : (
          <ImagePlus aria-hidden="true" size={18} />
        )}
        <span>{label}</span>
      </Button>
      <FieldError role="alert" className="empty:hidden">
        {problem}
      </FieldError>
      <UploadStatus upload={state} onCancel={cancel} />
    </div>
  )
}

type HomeLook = Pick<Look, 'homePicture' | 'homePictureText'>

const HEARTS = { value: '', label: 'Hearts' }
const OWN_LABEL = 'Your own picture'
/** Until there is one; it changes nothing. */
const NO_PICTURE_YET = 'own'

interface HomePictureFieldProps {
  readonly value: HomeLook
  readonly onChange: (changes: Partial<HomeLook>) => void
  /** As in `useForm`. */
  readonly errorOf: (field: string) => string | undefined
}

/** The picture of the home page: the hearts, or an uploaded one, shown as it will be seen. */
export const HomePictureField = ({ value, onChange, errorOf }: HomePictureFieldProps) => {
  // Kept while the hearts are tried.
  const [uploaded, setUploaded] = useState(readPictureAddress(value.homePicture) === null ? null : value.homePicture)
  const isUploaded = uploaded !== null
  const [wantsOwn, setWantsOwn] = useState(isUploaded)
  const own = { value: uploaded ?? NO_PICTURE_YET, label: OWN_LABEL }
  const choose = (choice: string) => {
    setWantsOwn(choice === own.value)
    // An uploaded picture takes effect once the upload is done.
    if (choice !== NO_PICTURE_YET) onChange({ homePicture: choice })
  }
  const showUploaded = (homePicture: string) => {
    setUploaded(homePicture)
    onChange({ homePicture })
  }
  return (
    <>
      <ChoiceField
        legend="Picture"
        name="homePicture"
        value={wantsOwn ? own.value : value.homePicture}
        choices={[HEARTS, own]}
        onChange={choose}
        error={wantsOwn ? undefined : errorOf('homePicture')}
      />
      {wantsOwn ? (
        <PictureUploadButton
          label={isUploaded ? 'Choose another picture' : 'Choose a picture'}
          field="homePicture"
          error={errorOf('homePicture')}
          onUploaded={showUploaded}
        />
      ) : null}
      <div className="w-full max-w-md">
        <HomePicture look={value} sizes="28rem" />
      </div>
      {wantsOwn && isUploaded ? (
        <TextField
          label="What the picture shows"
          name="homePictureText"
          maxLength={HOME_PICTURE_TEXT_MAX_LENGTH}
          value={value.homePictureText}
          error={errorOf('homePictureText')}
          hint="For people who cannot see it. It is read to them, and not shown on the page."
          onChange={(event) => onChange({ homePictureText: event.target.value })}
        />
      ) : null}
    </>
  )
}

interface LogoFieldProps {
  /** Address of the logo; empty for none. */
  readonly value: string
  readonly onChange: (logo: string) => void
  readonly error?: string | undefined
}

/** A small picture in the header, shown as it will be seen there. */
export const LogoField = ({ value, onChange, error }: LogoFieldProps) => {
  const { name, mark } = useSite()
  return (
    <>
      <p className="brand flex-wrap">
        <BrandMark name={name} mark={mark} logo={value} /> Blog
      </p>
      <div className="row gap-3">
        <PictureUploadButton
          label={value === '' ? 'Choose a logo' : 'Choose another logo'}
          field="logo"
          error={error}
          onUploaded={onChange}
        />
        {value === '' ? null : (
          <Button variant="plain" onClick={() => onChange('')}>
            Remove logo
          </Button>
        )}
      </div>
    </>
  )
}

/** Both themes' accents in one dot. */
const Swatch = ({ palette }: { readonly palette: PaletteId }) => {
  const { light, dark } = PALETTES[palette]
  const background = `linear-gradient(115deg, ${light.accent} 50%, ${dark.accent} 50%)`
  return <span aria-hidden="true" className="size-6 shrink-0 rounded-full border border-line" style={{ background }} />
}

const CHOICES = paletteIds.map((palette) => ({ value: palette, label: PALETTES[palette].name, icon: <Swatch palette={palette} /> }))

interface PaletteFieldProps {
  readonly value: PaletteId
  readonly onChange: (palette: PaletteId) => void
  readonly error?: string | undefined
}

/** The accent of the blog, as a group of radio buttons named `palette`. */
export const PaletteField = (props: PaletteFieldProps) => <ChoiceField legend="Colour" name="palette" choices={CHOICES} {...props} />
