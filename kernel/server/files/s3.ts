import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { Refusal } from '#model'
import { streamOut } from '../base/outbound.ts'
import type { Driver } from './driver.ts'

export interface S3Settings {
  bucket: string
  region: string
  endpoint: string
  accessKey: string
  secret: string
  /** Hosts of the installation's own store, from its environment; exempt from the SSRF guard. */
  trusted?: ReadonlySet<string>
}
const trustedOf = ({ trusted }: Pick<S3Settings, 'trusted'>): Pick<S3Settings, 'trusted'> => (trusted ? { trusted } : {})
type Method = 'GET' | 'PUT' | 'DELETE' | 'HEAD'
const TIMEOUT_MS = 600_000
/** SHA-256 of an empty body. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** S3 driver (MinIO, Aliyun OSS, Tencent COS, Huawei OBS, AWS). Requests are signed (SigV4) and sent through the guarded outbound client. */
export function s3Driver(settings: S3Settings): Driver {
  let signer: ReturnType<typeof signerFor> | undefined
  const signed = async (method: Method, key: string, sha256: string, more: Record<string, string> = {}) => {
    const url = addressOf(settings, key)
    signer ??= signerFor(settings)
    const { headers } = await (await signer).sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: {},
      headers: { host: url.host, 'x-amz-content-sha256': sha256, ...more },
    })
    return { address: url.href, headers }
  }
  return {
    async put(key, { path, size, sha256 }) {
      const { address, headers } = await signed('PUT', key, sha256, { 'content-length': String(size) })
      const reply = await streamOut(address, { method: 'PUT', headers, body: createReadStream(path), timeoutMs: TIMEOUT_MS, ...trustedOf(settings) })
      await finished(reply, [200, 201])
    },
    async open(key) {
      const { address, headers } = await signed('GET', key, EMPTY)
      const reply = await streamOut(address, { headers, timeoutMs: TIMEOUT_MS, ...trustedOf(settings) })
      if (reply.statusCode !== 200) await finished(reply, [200])
      return reply
    },
    async size(key) {
      const { address, headers } = await signed('HEAD', key, EMPTY)
      const reply = await streamOut(address, { method: 'HEAD', headers, ...trustedOf(settings) })
      reply.resume()
      if (reply.statusCode === 404) return undefined
      if (reply.statusCode !== 200) throw refused(reply.statusCode ?? 0, '')
      return Number(reply.headers['content-length'])
    },
    async remove(key) {
      const { address, headers } = await signed('DELETE', key, EMPTY)
      const reply = await streamOut(address, { method: 'DELETE', headers, ...trustedOf(settings) })
      await finished(reply, [200, 204, 404])
    },
  }
}
/** Loaded lazily: most installations store files on disk. */
async function signerFor({ region, accessKey, secret }: S3Settings) {
  const [{ SignatureV4 }, { Sha256 }] = await Promise.all([import('@smithy/signature-v4'), import('@aws-crypto/sha256-js')])
  return new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secret },
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
}
/** Virtual-hosted style (`bucket.host/key`); path style for IP addresses and hosts with a port, as with MinIO. */
export function addressOf({ endpoint, bucket }: Pick<S3Settings, 'endpoint' | 'bucket'>, key: string): URL {
  const url = new URL(endpoint)
  const byPath = Boolean(url.port) || /^[\d.]+$|^\[|^localhost$/.test(url.hostname)
  if (!byPath) url.hostname = `${bucket}.${url.hostname}`
  url.pathname = [...(byPath ? [bucket] : []), ...key.split('/')].map(encodeURIComponent).join('/')
  return url
}
async function finished(reply: Readable & { statusCode?: number | undefined }, good: readonly number[]): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of reply) if (parts.length < 20) parts.push(part as Buffer)
  if (!good.includes(reply.statusCode ?? 0)) throw refused(reply.statusCode ?? 0, Buffer.concat(parts).toString('utf8'))
}
/** Error with the store's own code: `NoSuchBucket`, `SignatureDoesNotMatch`. */
export const refused = (status: number, body: string): Refusal =>
  new Refusal(422, [{ rule: 'file.storeRefused', text: '对象存储拒绝了请求：{status} {reason}', values: { status, reason: /<Code>([\w.]{1,60})<\/Code>/.exec(body)?.[1] ?? '' } }])
/** Clock skew of the store in ms (resolution 1 s); throws when it is unreachable. The request is unsigned: an error response carries the Date header, too. */
export async function clockOf(settings: Pick<S3Settings, 'endpoint' | 'bucket' | 'trusted'>): Promise<number> {
  const reply = await streamOut(addressOf(settings, 'qinglan-clock').href, { method: 'HEAD', ...trustedOf(settings) })
  reply.resume()
  const serverTime = Date.parse(reply.headers.date ?? '')
  return Number.isNaN(serverTime) ? 0 : serverTime - Date.now()
}
