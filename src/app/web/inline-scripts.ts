import { PAPER } from '#site/contract/look.ts'

declare global {
  /** Last button tapped before our scripts ran; null once they have. */
  var earlyTap: Element | null | undefined
  /** Says that a button needs a script that did not arrive. */
  var needsScript: (button: Element) => void
}

/**
 * Runs in <head> before the first paint: sets `light` or `dark` on <html> from the stored theme, so nothing flashes.
 * If the reader has chosen neither, `data-theme` holds the admins' choice. The server allows the script by its hash.
 * Same rules as store/app-store.ts.
 */
const themeScript = `(function(){var d=document,e=d.documentElement,c=e.classList,t;try{t=JSON.parse(localStorage.getItem("persist:root")).state.theme;t=t.isOfDevice?0:t.theme}catch(e){}if(t!=="light"&&t!=="dark"){t=e.dataset.theme;if(t==="system"&&matchMedia("(prefers-color-scheme: dark)").matches)t="dark"}t=t==="dark"?t:"light";c.remove("light","dark");c.add(t);d.querySelector("meta[name=theme-color]").content=t==="dark"?"${PAPER.dark}":"${PAPER.light}"})()`

/** Longer than the scripts take on a slow connection. */
const SCRIPT_TIMEOUT_MS = 10_000
const NEEDS_SCRIPT = 'This button needs a script that your browser could not load. Loading the page again often helps.'

/**
 * On a slow connection a page is tapped before its scripts have loaded. Links, menus and readers' forms, which have a field
 * `form`, work without scripts; of other buttons, the last one tapped is recorded and shown as busy. If the scripts do not
 * come, a sentence says so.
 */
const earlyTapScript = `addEventListener("click",function(e){var b=e.target.closest("button:not([popovertarget])"),f=b&&b.type!=="button"&&b.form,n=document.getElementById("needs-script");if(n)n.remove();if(b&&window.earlyTap!==null&&(b.type==="button"||f&&f.method==="post"&&!f.elements.form&&f.closest("[data-island]"))){if(f)e.preventDefault();earlyTap=b;b.setAttribute("aria-busy","true");setTimeout(function(){if(earlyTap===b){earlyTap=void 0;needsScript(b)}},${SCRIPT_TIMEOUT_MS})}},true);function needsScript(b){b.removeAttribute("aria-busy");var d=document,p=d.createElement("p");p.id="needs-script";p.setAttribute("role","alert");p.className="alert alert-info";p.style.cssText="position:fixed;inset:auto 1rem 1rem;z-index:30";d.body.append(p);setTimeout(function(){p.textContent="${NEEDS_SCRIPT}"},99)}`

/**
 * At the end of <body>: browsers that support it prefetch a page when a pointer rests on its link. Guarded pages are
 * excluded. Nothing is prerendered, because that would run the scripts of an open page.
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

/**
 * A fade between two pages that ends early, because one of them is left, hidden or slow, is no error. Chromium rejects
 * promises for it that no script gets to see: a transition that is skipped before `pagereveal` is missing there.
 */
const fadeScript = `addEventListener("unhandledrejection",function(e){if(/^Transition was /.test(e.reason&&e.reason.message))e.preventDefault()})`

export const headScripts: readonly string[] = [themeScript, earlyTapScript, fadeScript]
/** Every inline script, for the hashes of the content security policy. */
export const inlineScripts: readonly string[] = [...headScripts, SPECULATION_RULES]
