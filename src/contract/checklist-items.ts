/** What a new blog begins with, in the order of the list. */
export const CHECKLIST_ITEMS = ['words', 'picture', 'contact', 'post', 'invitation', 'backup'] as const
export type ChecklistItem = (typeof CHECKLIST_ITEMS)[number]
