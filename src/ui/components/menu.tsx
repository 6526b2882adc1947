import { type ReactNode, useId } from 'react'

interface MenuProps {
  /** Accessible name of the button, if its content is no text. */
  readonly label: string
  readonly trigger: ReactNode
  readonly triggerClassName: string
  /** Shown over a corner of the button. */
  readonly badge?: ReactNode
  /** Links and buttons; choosing one closes the menu. */
  readonly children: ReactNode
}

/**
 * A button that opens a panel of links with the browser's popover: Esc, a click outside and the focus order need no script.
 * ui/components/start-menus.ts closes it on a choice.
 */
export const Menu = ({ label, trigger, triggerClassName, badge, children }: MenuProps) => {
  const id = useId()
  return (
    <div className="menu">
      <button type="button" className={triggerClassName} aria-label={label} popoverTarget={id}>
        {trigger}
      </button>
      {badge}
      <div id={id} popover="auto" className="card menu-panel">
        {children}
      </div>
    </div>
  )
}
