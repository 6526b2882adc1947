/** Prefix of the ids of imported drafts. Random ids from browsers do not have it. */
export const IMPORTED_DRAFT = '0'.repeat(16)

/** True for drafts imported from another blog. Editors open them only on request. */
export const isImportedDraft = (id: string): boolean => id.startsWith(IMPORTED_DRAFT)
