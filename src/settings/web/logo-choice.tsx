import { BrandMark, useSite } from '#site/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { PictureUpload } from './picture-upload.tsx'

interface LogoChoiceProps {
  /** Address of the logo; empty for none. */
  readonly value: string
  readonly onChange: (logo: string) => void
  readonly error?: string | undefined
}

/** A small picture in the header, shown as it will be seen there. */
export const LogoChoice = ({ value, onChange, error }: LogoChoiceProps) => {
  const { name, mark } = useSite()
  return (
    <>
      <p className="brand flex-wrap">
        <BrandMark name={name} mark={mark} logo={value} /> Blog
      </p>
      <div className="flex flex-wrap gap-3">
        <PictureUpload label={value === '' ? 'Choose a logo' : 'Choose another logo'} field="logo" error={error} onUploaded={onChange} />
        {value === '' ? null : (
          <Button variant="plain" onClick={() => onChange('')}>
            Remove logo
          </Button>
        )}
      </div>
    </>
  )
}
