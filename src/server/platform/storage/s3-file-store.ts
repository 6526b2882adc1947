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

    async list(folder) {
      const { Key: prefix } = objectOf(`${folder}/x`)
      const start = prefix.slice(0, -1)
      const names: string[] = []
      let after: string | undefined
      do {
        const page = await client.listObjectsV2({ Bucket: bucket, Prefix: start, ContinuationToken: after })
        for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(start.length))
        after = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (after !== undefined)
      return names.filter((name) => isFileKey(`${folder}/${name}`)).toSorted()
    },

    async removeFolder(folder) {
      const { Key: prefix } = objectOf(`${folder}/x`)
      const { Contents = [] } = await client.listObjectsV2({ Bucket: bucket, Prefix: prefix.slice(0, -1) })
      for (const { Key } of Contents) await client.deleteObject({ Bucket: bucket, Key })
    },
  }
}
