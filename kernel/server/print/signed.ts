import { buffer } from 'node:stream/consumers'
import type { Entity } from '#model'
import type { SignedBlock } from '#model/print-layout.ts'
import { extensionPoint } from '../base/extension-point.ts'
import { today } from '../base/today.ts'
import type { Ctx, Db } from '../context.ts'
import { type Attachment, findAttachments } from '../files/attachments.ts'
import { translate } from '../i18n/translate.ts'
import type { Filling } from './build-documents.ts'
import { dateIn } from './date-in.ts'
import type { PaperStatement, SignedPart } from './document.ts'

/** An opinion on a row at one step; `said` is the outcome in a word. */
export interface Statement {
  said: string
  text: string | null
  /** Empty for automatic decisions. */
  signer: string
  at: string
  /** File id of the signature image. */
  signature: string | null
}
/** All opinions on a row, or a sentence instead. */
export interface Signed {
  none: string
  steps: ReadonlyArray<{ name: string; statements: readonly Statement[] }>
}
export interface SignedSource {
  kind: 'signedSource'
  code: string
  label: string
  /** Whether rows of this entity can have opinions. */
  of(db: Db, e: Entity): boolean
  /** Opinions by row. The caller may read the rows; the source checks what of the opinions they may see. */
  feed(ctx: Ctx, e: Entity, ids: readonly string[]): Promise<ReadonlyMap<string, Signed>>
}
export const signedSources = extensionPoint<SignedSource>('signedSource', { id: s => s.code })
/** Registers a source of opinions for documents; default export of a module's server file. */
export const signedSource = (given: Omit<SignedSource, 'kind'>): SignedSource => signedSources.make(given)

/** Sources available for an entity. */
export const sourcesFor = (db: Db, e: Entity): SignedSource[] => db.registered(signedSources).filter(source => source.of(db, e))

/** Fills the signed blocks of a template; each source is queried once for all rows. */
export async function signedParts(filling: Filling, ids: readonly string[]): Promise<(block: SignedBlock, id: string) => SignedPart> {
  const { ctx, entity, template } = filling
  const wanted = new Set(template.layout.blocks.flatMap(block => (block.kind === 'signed' ? [block.by] : [])))
  const sources = wanted.size ? sourcesFor(ctx.db, entity).filter(source => wanted.has(source.code)) : []
  const fed = new Map(await Promise.all(sources.map(async source => [source.code, await source.feed(ctx, entity, ids)] as const)))
  const images = await imagesOf(filling, [...fed.values()])
  return (block, id) => {
    const found = fed.get(block.by)?.get(id)
    return {
      kind: 'signed',
      title: block.title ? translate(ctx.lang, block.title) : '',
      none: found?.none ?? '—',
      sign: translate(ctx.lang, '签名'),
      steps: (found?.steps ?? []).map(({ name, statements }) => ({ name, statements: statements.map(one => statementOf(ctx, one, images)) })),
    }
  }
}
function statementOf({ lang }: Ctx, { said, text, signer, at, signature }: Statement, images: ReadonlyMap<string, Uint8Array>): PaperStatement {
  const image = signature ? images.get(signature) : undefined
  return { said, text: text ?? '', signer, date: dateIn(lang, today(new Date(at))), ...(image ? { image } : {}) }
}
/** Signature images. Access was checked by the source, not per file. */
async function imagesOf({ ctx, store }: Filling, fed: ReadonlyArray<ReadonlyMap<string, Signed>>): Promise<Map<string, Uint8Array>> {
  const ids = fed.flatMap(rows => [...rows.values()].flatMap(({ steps }) => steps.flatMap(step => step.statements.flatMap(one => one.signature ?? []))))
  const files = ids.length ? await findAttachments(ctx.db, ids) : []
  const read = async (file: Attachment) => [file.id, await buffer(await store.open(ctx.db, file))] as const
  return new Map(await Promise.all(files.filter(file => file.ext === 'png' && file.scanState !== 'blocked').map(read)))
}
