/**
 * Runs in <head> before the first paint: sets `light` or `dark`, and `signed-in`, on <html> from what
 * the store kept, so nothing flashes. The server allows it by its hash,
 * so this text is what stands in the page, to the letter. Same rules as store/app-store.ts.
 */
export const themeScript = `(function(){var c=document.documentElement.classList,t,u;try{var s=JSON.parse(localStorage.getItem("persist:root")).state;t=s.theme.theme;u=s.user.currentUser}catch(e){}if(t!=="light"&&t!=="dark")t=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";c.remove("light","dark");c.add(t);if(u)c.add("signed-in")})()`
