import css from '#ui/styles/later.css?inline'

export const LATER_STYLE = css.trim()

/** What comes below it has its style here, so that what comes before it is painted sooner. Other pages have it in <head>. */
export const LaterStyle = () => <style>{LATER_STYLE}</style>
