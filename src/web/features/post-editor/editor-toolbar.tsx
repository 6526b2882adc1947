import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { TABLE_ACTIONS, TOOLBAR, type ToolbarAction } from './toolbar-actions.ts'

export type EditorDialogName = 'link' | 'picture'

interface EditorToolbarProps {
  readonly editor: Editor
  readonly onDialog: (name: EditorDialogName) => void
}

interface ButtonState {
  readonly on: boolean | undefined
  readonly possible: boolean
}

const stateOf = (action: ToolbarAction, editor: Editor): ButtonState => ({
  on: action.isOn?.(editor),
  possible: action.isPossible?.(editor) ?? true,
})

interface ToolbarButtonProps {
  readonly action: ToolbarAction
  readonly state: ButtonState
  /** The toolbar is one tab stop: only one of its buttons is in the tab order. */
  readonly tabbable: boolean
  readonly onPress: () => void
}

const ToolbarButton = ({ action: { label, icon: Icon }, state, tabbable, onPress }: ToolbarButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={state.on}
    aria-disabled={state.possible ? undefined : true}
    tabIndex={tabbable ? 0 : -1}
    className="editor-button"
    // A mouse press leaves the focus in the text, so that typing goes on at once.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => {
      if (state.possible) onPress()
    }}
  >
    {Icon ? <Icon size={20} aria-hidden="true" /> : label}
  </button>
)

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Moves the focus among the toolbar's buttons (WAI-ARIA toolbar pattern). */
const moveFocus = (event: KeyboardEvent<HTMLDivElement>): void => {
  const step = STEPS[event.key]
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const index = buttons.indexOf(event.target as HTMLButtonElement)
  if (step === undefined || index < 0) return
  event.preventDefault()
  buttons[step(index, buttons.length)]?.focus()
}

/** Above the text; one tab stop, arrows move within. */
export const EditorToolbar = ({ editor, onDialog }: EditorToolbarProps) => {
  const [current, setCurrent] = useState('Undo')
  const { inTable, states } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      inTable: now.isActive('table'),
      states: Object.fromEntries([...TOOLBAR.flat(), ...TABLE_ACTIONS].map((action) => [action.label, stateOf(action, now)])),
    }),
  })
  const groups = inTable ? [...TOOLBAR, TABLE_ACTIONS] : TOOLBAR
  const tabStop = groups.flat().some((action) => action.label === current) ? current : 'Undo'
  const press = ({ does }: ToolbarAction) => (typeof does === 'string' ? onDialog(does) : does(editor))

  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label="Formatting"
      aria-orientation="horizontal"
      className="editor-toolbar"
      onKeyDown={moveFocus}
    >
      {groups.map((actions) => (
        <div key={actions[0]?.label} className="editor-group">
          {actions.map((action) => (
            <span key={action.label} className="contents" onFocus={() => setCurrent(action.label)}>
              <ToolbarButton
                action={action}
                state={states[action.label] ?? { on: undefined, possible: true }}
                tabbable={action.label === tabStop}
                onPress={() => press(action)}
              />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
