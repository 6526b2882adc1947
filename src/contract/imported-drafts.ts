/** Begins the names under which an import writes drafts; no browser chooses such a one by chance. */
export const IMPORTED_WRITER = '0'.repeat(16)

/** Whether it came from another blog. Nobody has begun it here, so no editor goes on with it unasked. */
export const isImportedWriter = (writer: string): boolean => writer.startsWith(IMPORTED_WRITER)
