/** Ids of footnotes and of their references: `fn-1`, `fnref-1`, `fnref1:2`. The page itself uses no such ids. */
export const FOOTNOTE_ID = /^fn(?:ref)?[-:]?\d{1,4}(?:[-:]\d{1,4})?$/
