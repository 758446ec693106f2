import { hasExtension, Refusal } from '#model'
import type { Db } from '../context.ts'
import type { Gate } from '../data/gate.ts'
import { type Attachment, findAttachment } from './attachments.ts'
import { fileRefusal } from './kinds.ts'
import { openStore } from './store.ts'

/** Runs `work` on the content of a stored file, as a local file. The caller has found it in what it may read. */
export async function withLocal<T>(db: Db, file: Attachment, work: (path: string) => Promise<T>): Promise<T> {
  const store = await openStore((db as Gate).kernel)
  const { path, release } = await store.local(db, file)
  try {
    return await work(path)
  } finally {
    await release()
  }
}
/** Runs `work` on the content of a file that the caller has uploaded and that belongs to no row yet, as a local file. Others' files are not found. */
export async function withUpload<T>(db: Db, id: string, allowed: readonly string[], work: (file: Attachment & { path: string }) => Promise<T>): Promise<T> {
  const file = await findAttachment(db, id)
  if (!file || file.ownerId !== db.me.userId || file.bizId !== null || file.scanState === 'blocked')
    throw new Refusal(422, [{ field: 'fileId', rule: 'file.notYours', text: '{label}里有不存在或不属于你的文件，请重新上传', values: { label: '文件' } }])
  if (!hasExtension(file.name, allowed)) throw fileRefusal('type', { ext: file.ext, allowed: allowed.join('、') }, 'fileId')
  return withLocal(db, file, path => work({ ...file, path }))
}
