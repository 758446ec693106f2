import type pg from 'pg'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { ask } from '../data/tenant-db.ts'

export interface School {
  id: string
  code: string
  schoolName: string
  state: string
}
const KEEP_MS = 30_000

/** Tenants by code, cached for half a minute. */
export class Schools {
  private readonly pool: pg.Pool
  private readonly cache = new Map<string, { school: School; until: number }>()
  constructor(pool: pg.Pool) {
    this.pool = pool
  }
  /** School of a code; without a code the first one, so that single-school installations need none. */
  async byCode(code: string): Promise<School> {
    const found = await this.find(`code ${code}`, () =>
      ask<School>(
        this.pool,
        sql`select id, code, school_name as "schoolName", state from tenant
          where ${code} in ('', code) and (code <> '000000' or ${code} <> '') and state <> 'closed' order by created_at limit 1`,
      ),
    )
    if (!found) throw new Refusal(400, [{ field: 'tenantId', rule: 'identity.school.unknown', text: '没有编号为“{code}”的学校', values: { code: code.slice(0, 20) } }])
    return found
  }
  async byId(id: string): Promise<School> {
    const found = await this.find(`id ${id}`, () => ask<School>(this.pool, sql`select id, code, school_name as "schoolName", state from tenant where id = ${id}`))
    if (!found) throw new Error(`no tenant ${id}`)
    return found
  }
  private async find(key: string, load: () => Promise<School[]>): Promise<School | undefined> {
    const known = this.cache.get(key)
    if (known && known.until > Date.now()) return known.school
    const [school] = await load()
    if (school) this.cache.set(key, { school, until: Date.now() + KEEP_MS })
    else this.cache.delete(key)
    return school
  }
}
/** Refuses sign-in for a school that is not active. */
export function assertActive(school: School): void {
  if (school.state !== 'active') throw new Refusal(403, [{ rule: 'identity.school.notActive', text: '学校已停用，不能登录' }])
}
