import { type S3, S3ServiceException } from '@aws-sdk/client-s3'
import { type FileStore, isFileKey } from './file-store.ts'

/** A bucket of any S3-compatible store; what is written lies under `files/`. */
export function createS3FileStore(client: S3, bucket: string): FileStore {
  const objectOf = (key: string) => {
    if (!isFileKey(key)) throw new Error(`Not a key of the file store: ${JSON.stringify(key)}`)
    return { Bucket: bucket, Key: `files/${key}` }
  }
  return {
    async write(key, bytes) {
      await client.putObject({ ...objectOf(key), Body: bytes, ContentLength: bytes.byteLength })
    },

    async read(key) {
      if (!isFileKey(key)) return undefined
      try {
        const { Body } = await client.getObject(objectOf(key))
        return new Uint8Array((await Body?.transformToByteArray()) ?? [])
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
        throw error
      }
    },

    async removeFolder(folder) {
      const { Key: prefix } = objectOf(`${folder}/x`)
      const { Contents = [] } = await client.listObjectsV2({ Bucket: bucket, Prefix: prefix.slice(0, -1) })
      for (const { Key } of Contents) await client.deleteObject({ Bucket: bucket, Key })
    },
  }
}
