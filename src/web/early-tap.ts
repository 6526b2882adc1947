declare global {
  /** What was tapped last while no script of ours was there; null once they are. */
  var earlyTap: Element | null | undefined
}

/**
 * Runs in <head>: on a slow line a page is read, and tapped, before its scripts are there. Links and forms work by
 * themselves then; of other buttons the last one that was tapped is remembered. The server allows this text by its hash.
 */
export const earlyTapScript = `addEventListener("click",function(e){var b=e.target.closest("button[type=button]");if(b&&window.earlyTap!==null)earlyTap=b},true)`

/** Gives the tap to the button that it was meant for. From here on React hears of taps by itself, even while it hydrates. */
export const replayEarlyTap = (): void => {
  const tapped = globalThis.earlyTap
  globalThis.earlyTap = null
  if (tapped instanceof HTMLElement && tapped.isConnected) tapped.click()
}
