/** Tasks of the checklist for new blogs, in display order. */
export const CHECKLIST_ITEMS = ['words', 'picture', 'contact', 'post', 'invitation', 'backup'] as const
export type ChecklistItem = (typeof CHECKLIST_ITEMS)[number]
