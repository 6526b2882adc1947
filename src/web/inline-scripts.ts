import { PAPER } from '#contract/look.ts'

declare global {
  /** The button that was tapped last while no script of ours was there; null once they are. */
  var earlyTap: Element | null | undefined
}

/**
 * Runs in <head> before the first paint: sets `light` or `dark` on <html> from what the store holds, so nothing flashes.
 * Where the reader has chosen neither, `data-theme` says what the admins have chosen. The server allows the script by its
 * hash. Same rules as store/app-store.ts.
 */
const themeScript = `(function(){var d=document,e=d.documentElement,c=e.classList,t;try{t=JSON.parse(localStorage.getItem("persist:root")).state.theme;t=t.isOfDevice?0:t.theme}catch(e){}if(t!=="light"&&t!=="dark"){t=e.dataset.theme;if(t==="system"&&matchMedia("(prefers-color-scheme: dark)").matches)t="dark"}t=t==="dark"?t:"light";c.remove("light","dark");c.add(t);d.querySelector("meta[name=theme-color]").content=t==="dark"?"${PAPER.dark}":"${PAPER.light}"})()`

/**
 * On a slow line a page is read, and tapped, before its scripts are there. Links, forms and menus work by themselves
 * then; of other buttons the last one that was tapped is remembered, and shown as busy.
 */
const earlyTapScript = `addEventListener("click",function(e){var b=e.target.closest("button[type=button]:not([popovertarget])");if(b&&window.earlyTap!==null){earlyTap=b;b.setAttribute("aria-busy","true")}},true)`

/**
 * At the end of <body>: browsers that can, fetch a page when a pointer rests on its link. Guarded pages are never fetched
 * ahead; nothing is rendered ahead, as that would start what belongs to an open page.
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/dashboard*', '/create-post*', '/update-post*', '/files/*', '/api/*', '/*.xml', '/*.json'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

export const headScripts: readonly string[] = [themeScript, earlyTapScript]
/** Every inline script, for the hashes of the content security policy. */
export const inlineScripts: readonly string[] = [...headScripts, SPECULATION_RULES]
