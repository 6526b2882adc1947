import { commentsSection } from '#comments/web/index.ts'
import { appearanceSection, blogSection, readingSection } from '#settings/web/index.ts'
import { restoreSection } from '#upkeep/web/index.ts'
import type { SettingsSection } from '#ui/dashboard/settings-section.ts'
import type { SetupStep } from './setup-step.ts'

/** Steps, and the way past them, that are sections of the settings. */
export const SETUP_SECTIONS: Readonly<Partial<Record<SetupStep, SettingsSection>>> = {
  blog: blogSection,
  look: appearanceSection,
  reading: readingSection,
  comments: commentsSection,
  backup: restoreSection,
}
