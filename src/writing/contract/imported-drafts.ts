/** Prefix of the writer ids of imported drafts. Random ids from browsers do not have it. */
export const IMPORTED_WRITER = '0'.repeat(16)

/** True for drafts imported from another blog. Editors open them only on request. */
export const isImportedWriter = (writer: string): boolean => writer.startsWith(IMPORTED_WRITER)
