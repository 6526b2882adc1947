import { mediaFixture } from '#tests/support/media/small-files.ts'
import { CUT_PLACES, MP3_PLACES, TAIL_PLACES, WAV_PLACES } from './plant-audio.ts'
import { MP4_PLACES } from './plant-mp4.ts'
import { OGG_PLACES } from './plant-ogg.ts'
import { unzipped } from './office-files.ts'
import { DOCX_PLACES, PPTX_PLACES } from './plant-office.ts'
import { XLSX_PLACES } from './plant-sheets.ts'
import { ODP_PLACES, ODS_PLACES, ODT_PLACES } from './plant-open-document.ts'
import { PDF_PLACES, unpacked } from './plant-pdf.ts'
import { WEBM_PLACES } from './plant-webm.ts'
import { SECRET_KINDS, type SecretKind, SECRETS } from './secrets.ts'

/** A file that holds one secret at one place. */
export interface PlantedFile {
  /** 'owner in the user data of mp4' */
  readonly title: string
  readonly name: string
  readonly secret: string
  readonly make: () => Buffer
}

type Places = Readonly<Record<string, (bytes: Buffer, secret: string) => Buffer>>

/** Documents are written around the secret. */
const written = (places: Readonly<Record<string, (secret: string) => Buffer>>) => ({
  places: Object.fromEntries(Object.entries(places).map(([place, make]) => [place, (_: Buffer, secret: string) => make(secret)])),
  bytes: () => Buffer.alloc(0),
})

const PLACES: Readonly<Record<string, { readonly places: Places; readonly bytes: () => Buffer }>> = {
  mp4: { places: MP4_PLACES, bytes: () => mediaFixture('mp4') },
  mov: { places: MP4_PLACES, bytes: () => mediaFixture('mov') },
  m4a: { places: MP4_PLACES, bytes: () => mediaFixture('m4a') },
  mp3: { places: MP3_PLACES, bytes: () => mediaFixture('mp3') },
  flac: { places: TAIL_PLACES, bytes: () => mediaFixture('flac') },
  aac: { places: { ...TAIL_PLACES, ...CUT_PLACES }, bytes: () => mediaFixture('aac') },
  wav: { places: WAV_PLACES, bytes: () => mediaFixture('wav') },
  webm: { places: WEBM_PLACES, bytes: () => mediaFixture('webm') },
  ogg: { places: { ...TAIL_PLACES, ...CUT_PLACES, ...OGG_PLACES }, bytes: () => mediaFixture('ogg') },
  pdf: written(PDF_PLACES),
  docx: written(DOCX_PLACES),
  xlsx: written(XLSX_PLACES),
  pptx: written(PPTX_PLACES),
  odt: written(ODT_PLACES),
  ods: written(ODS_PLACES),
  odp: written(ODP_PLACES),
}

const plantedIn = (ending: string, kind: SecretKind): PlantedFile[] => {
  const { places, bytes } = PLACES[ending] ?? { places: {}, bytes: () => Buffer.alloc(0) }
  const secret = SECRETS[kind]
  return Object.entries(places).map(([place, plant]) => ({
    title: `${kind} in ${place} of ${ending}`,
    name: `film.${ending}`,
    secret,
    make: () => plant(bytes(), secret),
  }))
}

/** Every kind of secret at every place of every format. */
export const PLANTED_FILES: readonly PlantedFile[] = Object.keys(PLACES).flatMap((ending) =>
  SECRET_KINDS.flatMap((kind) => plantedIn(ending, kind)),
)

/** The file, and everything that is compressed in it. */
export const contentOf = ({ name }: Pick<PlantedFile, 'name'>, bytes: Buffer): Buffer => {
  if (name.endsWith('.pdf')) return unpacked(bytes)
  return /\.(docx|xlsx|pptx|od[tsp])$/.test(name) ? unzipped(bytes) : bytes
}
