import sql from 'sql-template-tag'
import type { Db } from '../context.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Of the key of a link only this is kept, in hexadecimal. */
export const keyHash = (key: string): string => tokenHash(key).toString('hex')
/** Makes links to a page that whoever has the key opens without an account: the path to give away, and what to keep. */
export async function keyLinks(db: Db): Promise<(page: string) => { path: string; hash: string }> {
  const [school] = await db.query<{ code: string }>(sql`select code from tenant where id = ${db.me.tenantId}`)
  return page => {
    const key = newToken()
    return { path: `${page}?tenantId=${school?.code}&key=${key}`, hash: keyHash(key) }
  }
}
