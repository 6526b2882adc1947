import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A piece of a video that is being made smaller. */
export interface VideoPiece {
  readonly blob: Blob
  readonly savedAt: number
}

/** Part of a recording, in the order of its key. */
export interface RecordedPart {
  /** Identifies the recording. */
  readonly recording: string
  readonly blob: Blob
}

export interface RecordingFacts {
  readonly id: string
  readonly userId: string
  readonly type: string
  readonly startedAt: number
  readonly seconds: number
}

interface DeviceFiles extends DBSchema {
  pieces: { key: string; value: VideoPiece }
  recordings: { key: string; value: RecordingFacts }
  parts: { key: number; value: RecordedPart; indexes: { recording: string } }
}

let opened: Promise<IDBPDatabase<DeviceFiles>> | null = null

const close = () => {
  opened = null
}

/** Files that this browser keeps while they are unfinished. A database of its own: drafts never wait for it. */
export function openDeviceFiles(): Promise<IDBPDatabase<DeviceFiles>> {
  opened ??= openDB<DeviceFiles>('kindred-files', 3, {
    upgrade(database, before) {
      // Version 0.1 kept photos there whose print copies were not sent.
      if (before === 2) (database as unknown as IDBPDatabase).deleteObjectStore('prints')
      if (before > 0) return
      database.createObjectStore('pieces')
      database.createObjectStore('recordings', { keyPath: 'id' })
      database.createObjectStore('parts', { autoIncrement: true }).createIndex('recording', 'recording')
    },
    blocking: (_version, _newer, event) => {
      ;(event.target as IDBDatabase).close()
      close()
    },
    terminated: close,
  })
  opened.catch(close)
  return opened
}
