import { useState } from 'react'
import { HOME_PICTURE_TEXT_MAX_LENGTH } from '#platform/contract/limits.ts'
import { HOME_DRAWINGS, type Look } from '#site/contract/look.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import { HomePicture } from '#site/web/index.ts'
import { type Choice, ChoiceField } from '#ui/forms/choice-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { PictureUpload } from './picture-upload.tsx'

type HomeLook = Pick<Look, 'homePicture' | 'homePictureText'>

const HEARTS = { value: '', label: 'Hearts' }
const OWN = { value: 'own', label: 'A picture of yours' }
const DRAWN: readonly Choice<string>[] = [HEARTS, ...HOME_DRAWINGS.map(({ address, name }) => ({ value: address as string, label: name }))]

interface HomePictureChoiceProps {
  readonly value: HomeLook
  readonly onChange: (changes: Partial<HomeLook>) => void
  /** As in `useForm`. */
  readonly errorOf: (field: string) => string | undefined
}

/** The picture of the home page: one of the drawn ones, or an uploaded one, shown as it will be seen. */
export const HomePictureChoice = ({ value, onChange, errorOf }: HomePictureChoiceProps) => {
  const isUploaded = readPictureAddress(value.homePicture) !== null
  const [wantsOwn, setWantsOwn] = useState(isUploaded)
  const choose = (choice: string) => {
    setWantsOwn(choice === OWN.value)
    // An uploaded picture takes effect once the upload is done.
    if (choice !== OWN.value) onChange({ homePicture: choice })
  }
  return (
    <>
      <ChoiceField
        legend="Picture"
        name="homePictureKind"
        value={wantsOwn ? OWN.value : value.homePicture}
        choices={[...DRAWN, OWN]}
        onChange={choose}
        error={wantsOwn ? undefined : errorOf('homePicture')}
      />
      {wantsOwn ? (
        <PictureUpload
          label={isUploaded ? 'Choose another picture' : 'Choose a picture'}
          field="homePicture"
          error={errorOf('homePicture')}
          onUploaded={(homePicture) => onChange({ homePicture })}
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
          hint="For people who cannot see it. It stands nowhere else."
          onChange={(event) => onChange({ homePictureText: event.target.value })}
        />
      ) : null}
    </>
  )
}
