import { type Editor, useEditorState } from '@tiptap/react'
import { type CSSProperties, type KeyboardEvent, useEffect, useState } from 'react'
import { type EditorDialogName, MEDIA_ACTIONS, STYLE_ACTIONS, TABLE_ACTIONS, type ToolbarAction, UNDO } from './toolbar-actions.ts'

const STYLES = 'Text styles'
const FIRST_ACTIONS = [...MEDIA_ACTIONS, UNDO]
const ALL_ACTIONS = [...FIRST_ACTIONS, ...STYLE_ACTIONS.flat(), ...TABLE_ACTIONS]
/** The first tab stop. */
const FIRST = MEDIA_ACTIONS[0]?.label ?? STYLES

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

const ToolbarButton = ({ action: { label, icon: Icon, hasWord = false }, state, tabbable, onPress }: ToolbarButtonProps) => (
  <button
    type="button"
    // The name of a picture alone; as a description beside an equal name, it would be read twice.
    title={Icon && !hasWord ? label : undefined}
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
    {Icon ? <Icon size={20} aria-hidden="true" /> : null}
    {!Icon || hasWord ? label : null}
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
  const buttons = [...event.currentTarget.querySelectorAll('button')].filter((button) => button.checkVisibility())
  const index = buttons.indexOf(event.target as HTMLButtonElement)
  if (step === undefined || index < 0) return
  event.preventDefault()
  buttons[step(index, buttons.length)]?.focus()
}

/** Browsers that lay the keyboard over the page move the visual viewport: the toolbar follows it. */
const useVisibleTop = (): number => {
  const [top, setTop] = useState(0)
  useEffect(() => {
    const { visualViewport: seen } = window
    if (!seen) return undefined
    // On a zoomed page the toolbar would fill the screen.
    const follow = () => setTop(seen.scale > 1.05 ? 0 : Math.round(seen.offsetTop))
    const listening = new AbortController()
    for (const change of ['resize', 'scroll']) seen.addEventListener(change, follow, { signal: listening.signal })
    return () => listening.abort()
  }, [])
  return top
}

/** Above the text; one tab stop, arrows move within. */
export const EditorToolbar = ({ editor, onDialog }: EditorToolbarProps) => {
  const [isExpanded, setExpanded] = useState(false)
  const [current, setCurrent] = useState(FIRST)
  const visibleTop = useVisibleTop()
  const { inTable, states } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      inTable: now.isActive('table'),
      states: Object.fromEntries(ALL_ACTIONS.map((action) => [action.label, stateOf(action, now)])),
    }),
  })
  const styles = isExpanded ? STYLE_ACTIONS : []
  const groups = inTable ? [...styles, TABLE_ACTIONS] : styles
  const isThere = current === STYLES || [...FIRST_ACTIONS, ...groups.flat()].some(({ label }) => label === current)
  const tabStop = isThere ? current : FIRST
  const press = ({ does }: ToolbarAction) => (typeof does === 'string' ? onDialog(does) : does(editor))
  const renderAction = (action: ToolbarAction) => (
    <span key={action.label} className="contents" onFocus={() => setCurrent(action.label)}>
      <ToolbarButton
        action={action}
        state={states[action.label] ?? { on: undefined, possible: true }}
        tabbable={action.label === tabStop}
        onPress={() => press(action)}
      />
    </span>
  )

  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label="Formatting"
      aria-orientation="horizontal"
      className="editor-toolbar"
      style={{ '--visible-top': `${visibleTop}px` } as CSSProperties}
      onKeyDown={moveFocus}
    >
      <div className="editor-group">
        {MEDIA_ACTIONS.map(renderAction)}
        <button
          type="button"
          title={STYLES}
          aria-expanded={isExpanded}
          tabIndex={tabStop === STYLES ? 0 : -1}
          className="editor-button"
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(STYLES)}
          onClick={() => setExpanded(!isExpanded)}
        >
          <span aria-hidden="true">Aa</span>
        </button>
        {renderAction(UNDO)}
      </div>
      {groups.map((actions) => (
        <div key={actions[0]?.label} className="editor-group">
          {actions.map(renderAction)}
        </div>
      ))}
    </div>
  )
}
