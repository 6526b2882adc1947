import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { DATE_LANGUAGES } from '#platform/contract/format-date.ts'
import { type Caption, readVtt, VTT_MAX_BYTES, writeVtt } from '#media/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { showModal } from '#writing/web/post-editor/editor-dialog.tsx'
import { CaptionLine, type EditedCaption } from './caption-line.tsx'
import type { FilmCaptions } from './unsaved-captions.ts'

interface CaptionsDialogProps {
  /** Address of the film. */
  readonly film: string
  readonly captions: FilmCaptions
  /** Called with each change, so that it can be stored. */
  readonly onChange: (captions: Pick<FilmCaptions, 'lines' | 'language'>) => void
  readonly onSave: (file: File | null, language: string) => void
  readonly onClose: () => void
}

const LANGUAGES = Object.entries(DATE_LANGUAGES).map(([value, label]) => ({ value, label, lang: value }))
/** A new line is shown this long. */
const LINE_SECONDS = 3

const rounded = (seconds: number) => Math.round(seconds * 10) / 10

let lastKey = 0
const withKey = (caption: Caption): EditedCaption => ({ ...caption, key: (lastKey += 1) })

const useCaptions = ({ captions, onChange, onSave }: CaptionsDialogProps) => {
  const [{ lines, language, isUnsaved }, setState] = useState(() => ({ ...captions, lines: captions.lines.map(withKey) }))
  const [problem, setProblem] = useState<string | null>(null)
  const set = (part: { lines?: readonly EditedCaption[]; language?: string }) => {
    const changed = { lines: [...(part.lines ?? lines)], language: part.language ?? language }
    setState({ ...changed, isUnsaved: true })
    onChange(changed)
  }
  return {
    lines,
    language,
    isUnsaved,
    setLanguage: (chosen: string) => set({ language: chosen }),
    problem,
    change: (key: number, part: Partial<EditedCaption>) =>
      set({ lines: lines.map((line) => (line.key === key ? { ...line, ...part } : line)) }),
    remove: (key: number) => set({ lines: lines.filter((line) => line.key !== key) }),
    add: (start: number) =>
      set({
        lines: [...lines, withKey({ start: rounded(start), end: rounded(start + LINE_SECONDS), text: '' })].toSorted(
          (a, b) => a.start - b.start,
        ),
      }),
    open: async (file: File) => {
      const found = file.size > VTT_MAX_BYTES ? [] : readVtt(await file.text())
      setProblem(found.length === 0 ? 'There are no captions in this file. It should be a WebVTT (.vtt) or SubRip (.srt) file.' : null)
      if (found.length > 0) set({ lines: found.map(withKey) })
    },
    save: () => {
      const isWritten = ({ text }: Caption) => text.trim() !== ''
      const wrong = lines.findIndex((line) => isWritten(line) && !(line.end > line.start))
      if (wrong >= 0) return setProblem(`Line ${wrong + 1} ends before it begins.`)
      const written = lines.filter(isWritten)
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

interface LinesProps extends Pick<ReturnType<typeof useCaptions>, 'lines' | 'change' | 'remove'> {
  /** Seconds that the player shows. */
  readonly now: () => number
}

const Lines = ({ lines, change, remove, now }: LinesProps) => (
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
)

const Introduction = ({ isRestored }: { readonly isRestored: boolean }) => (
  <>
    <p className="text-small text-ink-soft">
      For everyone who cannot hear it, or watches without sound. Play the film, stop where someone speaks, and write what is said.
    </p>
    {isRestored ? <p className="alert alert-info text-small">These lines are from before. They are not saved yet.</p> : null}
  </>
)

const Question = (choices: { readonly onConfirm: () => void; readonly onCancel: () => void }) => (
  <Dialog title="Throw these captions away?" confirmLabel="Yes, throw them away" cancelLabel="Go on writing" {...choices}>
    <p>What you have changed is not saved yet.</p>
  </Dialog>
)

/** Captions of a film: typed line by line beside it, or read from a file. */
export const CaptionsDialog = (props: CaptionsDialogProps) => {
  const titleId = useId()
  const player = useRef<HTMLVideoElement>(null)
  const edited = useCaptions(props)
  const { language, isUnsaved, setLanguage, problem, add, open, save } = edited
  const [isAsking, setIsAsking] = useState(false)
  const close = () => (isUnsaved ? setIsAsking(true) : props.onClose())
  const now = () => rounded(player.current?.currentTime ?? 0)
  return createPortal(
    <>
      <dialog
        ref={showModal}
        aria-labelledby={titleId}
        className="card dialog captions-dialog"
        onCancel={(event) => {
          event.preventDefault()
          close()
        }}
        // A second Esc closes the dialog regardless.
        onClose={({ currentTarget }) => {
          currentTarget.showModal()
          close()
        }}
      >
        <div className="stack gap-4">
          <h2 id={titleId} className="text-h3">
            Captions
          </h2>
          <Introduction isRestored={props.captions.isUnsaved} />
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- they are written here */}
          <video ref={player} controls playsInline preload="metadata" src={props.film} aria-label="The film" className="captions-film" />
          <div className="row gap-3">
            <Button variant="primary" onClick={() => add(now())}>
              Add a line here
            </Button>
            <FilePicker onFile={(file) => void open(file)} />
          </div>
          <Lines {...edited} now={now} />
          <SelectField label="Language" options={LANGUAGES} value={language} onChange={({ target }) => setLanguage(target.value)} />
          {problem === null ? null : <Alert>{problem}</Alert>}
          <div className="row gap-3">
            <Button variant="primary" onClick={save}>
              Save captions
            </Button>
            <Button onClick={close}>Cancel</Button>
          </div>
        </div>
      </dialog>
      {isAsking ? <Question onConfirm={props.onClose} onCancel={() => setIsAsking(false)} /> : null}
    </>,
    document.body,
  )
}
