export { copiesSection } from './backup-settings.tsx'
export { mailSection } from './mail-settings.tsx'
export { Troubles } from './troubles.tsx'
export { versionSection } from './version-settings.tsx'
