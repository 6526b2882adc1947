import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { DATE_LANGUAGES } from '#platform/contract/format-date.ts'
import { readVtt, VTT_MAX_BYTES, writeVtt } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { CaptionLine, type EditedCaption } from './caption-line.tsx'

interface CaptionsDialogProps {
  /** Address of the film. */
  readonly film: string
  readonly captions: readonly EditedCaption[]
  readonly language: string
  readonly onSave: (file: File | null, language: string) => void
  readonly onClose: () => void
}

const LANGUAGES = Object.entries(DATE_LANGUAGES).map(([value, label]) => ({ value, label, lang: value }))
/** A new line is shown this long. */
const LINE_SECONDS = 3

const showModal = (element: HTMLDialogElement | null) => {
  if (element && !element.open) element.showModal()
  return () => element?.close()
}

const rounded = (seconds: number) => Math.round(seconds * 10) / 10

let lastKey = 0
export const withKey = (caption: Omit<EditedCaption, 'key'>): EditedCaption => ({ ...caption, key: (lastKey += 1) })

const useCaptions = ({ captions, language: initial, onSave }: CaptionsDialogProps) => {
  const [lines, setLines] = useState(captions)
  const [language, setLanguage] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    lines,
    language,
    setLanguage,
    problem,
    change: (key: number, part: Partial<EditedCaption>) =>
      setLines((before) => before.map((line) => (line.key === key ? { ...line, ...part } : line))),
    remove: (key: number) => setLines((before) => before.filter((line) => line.key !== key)),
    add: (start: number) =>
      setLines((before) =>
        [...before, withKey({ start: rounded(start), end: rounded(start + LINE_SECONDS), text: '' })].toSorted((a, b) => a.start - b.start),
      ),
    open: async (file: File) => {
      const found = file.size > VTT_MAX_BYTES ? [] : readVtt(await file.text())
      setProblem(found.length === 0 ? 'There are no captions in this file. It should be a WebVTT (.vtt) or SubRip (.srt) file.' : null)
      if (found.length > 0) setLines(found.map(withKey))
    },
    save: () => {
      const written = lines.filter(({ text }) => text.trim() !== '')
      const wrong = written.findIndex(({ start, end }) => !(end > start))
      if (wrong >= 0) return setProblem(`Line ${wrong + 1} ends before it begins.`)
      onSave(written.length === 0 ? null : new File([writeVtt(written)], 'captions.vtt', { type: 'text/vtt' }), language)
    },
  }
}

const FilePicker = ({ onFile }: { readonly onFile: (file: File) => void }) => {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => picker.current?.click()}>Open a file</Button>
      <input
        ref={picker}
        type="file"
        accept=".vtt,.srt,text/vtt"
        tabIndex={-1}
        aria-label="Captions file"
        aria-hidden="true"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

/** Captions of a film: typed line by line beside it, or read from a file. */
export const CaptionsDialog = (props: CaptionsDialogProps) => {
  const titleId = useId()
  const player = useRef<HTMLVideoElement>(null)
  const { lines, language, setLanguage, problem, change, remove, add, open, save } = useCaptions(props)
  const now = () => rounded(player.current?.currentTime ?? 0)
  return createPortal(
    <dialog
      ref={showModal}
      aria-labelledby={titleId}
      className="card dialog captions-dialog"
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
    >
      <div className="stack gap-4">
        <h2 id={titleId} className="text-h3">
          Captions
        </h2>
        <p className="text-small text-ink-soft">
          For everyone who cannot hear it, or watches without sound. Play the film, stop where someone speaks, and write what is said.
        </p>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- they are written here */}
        <video ref={player} controls playsInline preload="metadata" src={props.film} aria-label="The film" className="captions-film" />
        <div className="row gap-3">
          <Button variant="primary" onClick={() => add(now())}>
            Add a line here
          </Button>
          <FilePicker onFile={(file) => void open(file)} />
        </div>
        <ol className="stack gap-4">
          {lines.map((line, index) => (
            <CaptionLine
              key={line.key}
              caption={line}
              number={index + 1}
              onChange={(part) => change(line.key, part)}
              onNow={(side) => change(line.key, { [side]: now() })}
              onRemove={() => remove(line.key)}
            />
          ))}
        </ol>
        <SelectField label="Language" options={LANGUAGES} value={language} onChange={({ target }) => setLanguage(target.value)} />
        {problem === null ? null : <Alert>{problem}</Alert>}
        <div className="row gap-3">
          <Button variant="primary" onClick={save}>
            Save captions
          </Button>
          <Button onClick={props.onClose}>Cancel</Button>
        </div>
      </div>
    </dialog>,
    document.body,
  )
}
