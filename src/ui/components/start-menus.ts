const OPEN = 'is-open'

/** For browsers without popovers: the button toggles a class, a click elsewhere and Esc remove it. */
const imitatePopovers = () => {
  const closeAll = (except: Element | null) => {
    for (const panel of document.querySelectorAll(`.menu-panel.${OPEN}`)) if (panel !== except) panel.classList.remove(OPEN)
  }
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const trigger = target.closest('[popovertarget]')
    const panel = trigger && document.getElementById(trigger.getAttribute('popovertarget') ?? '')
    closeAll(panel ?? target.closest('.menu-panel'))
    panel?.classList.toggle(OPEN)
  })
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') closeAll(null)
  })
}

/** Opens a menu below its button, and closes it when something in it was chosen. */
export const startMenus = (): void => {
  const hasPopovers = 'popover' in HTMLElement.prototype
  if (!hasPopovers) imitatePopovers()
  // Before the handlers of the page: the focus is back on the menu's button when one of them opens a dialog.
  const closeMenu = ({ target }: Event) => {
    const pressed = target instanceof Element ? target.closest('a, button') : null
    if (pressed === null) return
    const opened = document.getElementById(pressed.getAttribute('popovertarget') ?? '')
    opened?.style.setProperty('--menu-top', `${Math.round(pressed.getBoundingClientRect().bottom) + 8}px`)
    const panel = pressed.closest<HTMLElement>('.menu-panel')
    panel?.classList.remove(OPEN)
    if (hasPopovers && panel?.matches(':popover-open') === true) panel.hidePopover()
  }
  addEventListener('click', closeMenu, { capture: true })
}
