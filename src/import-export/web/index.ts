export { importExportTab } from './import-export-tab.tsx'
