import { refusalOf } from '#model'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { callOut } from '#server/base/outbound.ts'
import type { Db } from '#server/context.ts'
import { idVerification } from '../model/verification.ts'
import { settingsOf } from './settings.ts'

/** A document as it was read or typed. */
export interface Document {
  name: string
  no: string
  /** Last day; null for ever. */
  validTo: string | null
  photo?: Buffer
}
/** Reads the card that lies on a reader; undefined where the school has not set it up, null where no card lies there. Throws when it does not answer. */
interface IdReader extends Registration {
  kind: 'idReader'
  name: string
  read(db: Db, device: string): Promise<Document | null | undefined>
}
const idReaders = extensionPoint<IdReader>('idReader', { id: r => r.name })
/** Registers a way to read identity cards. */
export const idReader = (name: string, read: IdReader['read']): IdReader => idReaders.make({ name, read })

/** The card on a reader, by the first way that is set up. */
export async function readCard(db: Db, device: string): Promise<Document> {
  for (const { read } of db.registered(idReaders)) {
    const card = await read(db, device).catch(() => 'silent' as const)
    if (card === 'silent') throw refusalOf(idVerification, 'silent', {}, 'device')
    if (card === null) throw refusalOf(idVerification, 'noCard', { device }, 'device')
    if (card) return card
  }
  throw refusalOf(idVerification, 'noReader', {}, 'device')
}
const TIMEOUT_MS = 8000
const FOREVER = '长期' // verbatim
/** What services of readers for second-generation identity cards answer: the fields of the card under `resultContent`, days as `YYYYMMDD`, the picture as base64. */
interface Answer {
  resultFlag?: unknown
  resultContent?: { partyName?: unknown; certNumber?: unknown; expDate?: unknown; identityPic?: unknown } | null
}
const dayOf = (text: string): string => text.replace(/^(\d{4})\D?(\d{2})\D?(\d{2})$/, '$1-$2-$3')
/** The school's own service: GET with `device`; `resultFlag` 0 is a card, anything else none. */
export default idReader('http', async (db, device) => {
  const { 'verify.readerUrl': address, 'verify.readerKey': key } = await settingsOf(db)
  if (!address) return undefined
  const url = new URL(address)
  url.searchParams.set('device', device)
  const answer = await callOut(url.href, { headers: key ? { authorization: `Bearer ${key}` } : {}, timeoutMs: TIMEOUT_MS })
  if (answer.status !== 200) throw new Error(`the reader answered ${answer.status}`)
  const { resultFlag, resultContent } = JSON.parse(answer.body.toString('utf8')) as Answer
  if (Number(resultFlag) !== 0 || !resultContent) return null
  const { partyName, certNumber, expDate, identityPic } = resultContent
  if (typeof partyName !== 'string' || typeof certNumber !== 'string' || typeof expDate !== 'string') throw new Error('the reader answered no card')
  const photo = typeof identityPic === 'string' && identityPic ? { photo: Buffer.from(identityPic, 'base64') } : {}
  return { name: partyName, no: certNumber, validTo: expDate === FOREVER ? null : dayOf(expDate), ...photo }
})
