import type { FastifyRequest } from 'fastify'
import { isStorable, unstorable } from '../data/storable.ts'
import { fileRefusal } from './kinds.ts'
import { type Received, type ReceiveOptions, receive } from './receive.ts'

const MB = 1024 * 1024
export interface Upload {
  file: Received
  fields: Record<string, string>
}
/** Reads a multipart request with one file and its fields, in any order. Nothing is left of an interrupted or refused one. */
export async function takeUpload(request: FastifyRequest, options: ReceiveOptions): Promise<Upload> {
  if (!request.isMultipart()) throw fileRefusal('noFile')
  const fields: Record<string, string> = {}
  let file: Received | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: options.maxMb * MB + 1, files: 1, fields: 20, fieldSize: 10_000 }, preservePath: true })) {
      if (part.type === 'field') fields[part.fieldname] = textOf(part.value)
      else file = await receive(part.filename ?? '', part.file, options)
    }
  } catch (error) {
    await file?.discard()
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw fileRefusal('tooLarge', { name: file?.name ?? '', max: options.maxMb })
    throw error
  }
  if (!file) throw fileRefusal('noFile')
  return { file, fields }
}
/** Form fields are text, whatever content type the part declares. */
function textOf(value: unknown): string {
  if (typeof value !== 'string' || !isStorable(value)) throw unstorable()
  return value
}
