import { t } from '#web/i18n/index.ts'
import { apiPath, type CallOptions, call, callHeaders, formOf, parse, responseFailure, TRANSFER_LIMIT, transportFailure, unwrap } from './client.ts'
import { ApiFailure, isRefusal, SessionOver } from './failure.ts'
import { notify } from './notices.ts'
import { queryString } from './query.ts'

export type Download = { kind: 'file'; blob: Blob; fileName: string; rows: number | undefined } | { kind: 'job'; jobId: string } | { kind: 'empty' }

export type DownloadOptions = CallOptions & { fallbackName?: string; method?: 'GET' | 'POST' }

/** The header carries the name base64-encoded; a plain one is accepted. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const given = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim()
  if (!given) return fallback
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(given), c => c.charCodeAt(0))) || fallback
  } catch {
    return decodeURIComponent(given)
  }
}
/** Call that returns a file, POST by default. A large export becomes a background job, a refusal arrives as JSON. Shows the customer's two messages: nothing to export, and
 *  export failed. */
export async function download(path: string, body: unknown = {}, options: DownloadOptions = {}): Promise<Download> {
  try {
    return await call(path, { method: 'POST', ...options, ...(options.method === 'GET' ? {} : { body }), blob: true }, response => answerOf(response, options))
  } catch (error) {
    if (!options.quiet && !(error instanceof SessionOver)) notify.error(t('导出失败！'), isRefusal(error) ? error.message : undefined)
    throw error
  }
}
async function answerOf(response: Response, { fallbackName = 'export.xlsx' }: DownloadOptions): Promise<Download> {
  const rows = response.headers.get('X-Export-Rows')
  if (rows === '0') return nothing()
  if (response.headers.get('Content-Type')?.includes('json')) return jsonAnswer(await response.text())
  return {
    kind: 'file',
    blob: await response.blob(),
    fileName: fileNameOf(response.headers.get('Content-Disposition'), fallbackName),
    rows: rows === null ? undefined : Number(rows),
  }
}
function nothing(): Download {
  notify.warning(t('没有可导出的数据！'))
  return { kind: 'empty' }
}
function jsonAnswer(text: string): Download {
  const body = parse(text) ?? {}
  const jobId = body.jobId ?? unwrap<{ jobId?: unknown } | null>(body)?.jobId
  if (typeof jobId !== 'string') throw new ApiFailure('server', t('服务器错误，错误代码：{{status}}', { status: 200 }), 200)
  return { kind: 'job', jobId }
}
/** Saves a blob as a browser download. */
export function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
/** Downloads and saves; `undefined` if there was nothing to save or a job was started. */
export async function downloadAndSave(path: string, body?: unknown, options: DownloadOptions = {}): Promise<Download> {
  const answer = await download(path, body, options)
  if (answer.kind === 'file') saveBlob(answer.blob, answer.fileName)
  return answer
}
/** Multipart upload with progress (0 to 1); uses XMLHttpRequest, since fetch reports no upload progress. */
export const upload = <T>(
  path: string,
  fields: Readonly<Record<string, string | number | Blob | readonly string[]>>,
  onProgress: (share: number) => void = () => {},
  options: CallOptions = {},
): Promise<T> => send<T>(path, formOf(fields), onProgress, options)
/** Sends a form or raw bytes with progress. */
export function send<T>(path: string, body: FormData | Blob, onProgress: (share: number) => void, options: CallOptions = {}): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const address = apiPath(path)
    const request = new XMLHttpRequest()
    const fail = (error: unknown) => {
      if (error instanceof ApiFailure && !options.quiet) notify.error(error.message)
      reject(error)
    }
    request.open('POST', address + queryString(options.query))
    request.timeout = TRANSFER_LIMIT
    for (const [name, value] of Object.entries(callHeaders(address, true, options))) request.setRequestHeader(name, value)
    if (body instanceof Blob) request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.onprogress = event => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onerror = () => fail(transportFailure(new TypeError('network')))
    request.ontimeout = () => fail(transportFailure(new DOMException('', 'TimeoutError')))
    request.onabort = () => reject(new DOMException('', 'AbortError'))
    request.onload = () => {
      if (request.status < 200 || request.status > 299) return fail(responseFailure(request.status, request.responseText))
      try {
        resolve(unwrap<T>(parse(request.responseText) ?? {}))
      } catch (error) {
        fail(error)
      }
    }
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}
