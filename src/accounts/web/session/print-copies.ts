/** A chunk of its own: only admins load it. */
export { startPrintCopies } from '#media/web/index.ts'
