import { drawingRoutes } from './drawings/drawings.routes.ts'
import { fileRoutes, type FilesDependencies } from './files/files.routes.ts'

/** Handlers of all public responses of media. */
export const publicMedia = (parts: FilesDependencies) => ({ ...drawingRoutes(), ...fileRoutes(parts) })
