import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { type Entity, type Module, shownFields } from '#model'
import { fileReaders } from '#server/files/readers.ts'
import { readWorkbook } from './read-workbook.ts'
import type { Actor, Answer, School } from './school.ts'

/** Who calls in the conformance tests. */
export interface Callers {
  school: School
  /** Every permission, for the whole school. */
  everything: Actor
  /** Every permission, for own rows only. */
  onlySelf: Actor
  /** Every permission in another school. */
  elsewhere: Actor
  /** A file of somebody without permissions. */
  fileId: string
}
export interface Subject {
  module: Module
  e: Entity
  row: { id: string } & Record<string, unknown>
}
export const at = ({ module, e }: Pick<Subject, 'module' | 'e'>, verb: string): string => `${module.service}/${e.wire}/${verb}`
/** Callers who must not see the row. */
const strangers = ({ onlySelf, elsewhere }: Callers, { e }: Subject): Actor[] => (e.options.scope.everyone ? [elsewhere] : [elsewhere, onlySelf])

export async function selectsInScope(callers: Callers, subject: Subject): Promise<void> {
  const { e, row } = subject
  const found = async (who: Actor) => (await who.get<Array<{ id: string; value: string }>>(at(subject, 'getSelect'), { id: row.id })).data ?? []
  expect(await found(callers.everything)).toEqual([expect.objectContaining({ id: row.id, value: row.id })])
  // names that are open to everyone signed in stay within the school
  for (const who of e.options.select === 'open' ? [callers.elsewhere] : strangers(callers, subject)) expect(await found(who)).toEqual([])
}
export async function tellsHistoryInScope(callers: Callers, subject: Subject): Promise<void> {
  const { code, data } = await callers.everything.get<Array<{ changes: Array<{ field: string }> }>>(at(subject, 'history'), { id: subject.row.id })
  expect([code, Array.isArray(data)]).toEqual([200, true])
  const secret = data.flatMap(entry => entry.changes).filter(change => subject.e.fields[change.field]?.options.secret)
  expect(secret).toEqual([])
  for (const who of strangers(callers, subject)) expect((await who.get(at(subject, 'history'), { id: subject.row.id })).code).toBe(404)
}
/** Fields whose values are masked or omitted. */
export const protectedFields = (e: Entity): string[] =>
  Object.entries(e.fields)
    .filter(([, f]) => f.options.sensitivity && !f.options.secret)
    .map(([name]) => name)
export async function revealsInScope(callers: Callers, subject: Subject): Promise<void> {
  const { e, row } = subject
  const fields = protectedFields(e)
  const reveal = (who: Actor, more: object = { reason: '核对' }): Promise<Answer<Record<string, unknown>>> => who.post(at(subject, 'reveal'), { id: row.id, fields, ...more })
  const { code, data } = await reveal(callers.everything)
  expect([code, Object.keys(data)]).toEqual([200, fields])
  if (fields.some(name => e.fields[name]?.options.sensitivity === 'S2')) expect((await reveal(callers.everything, {})).errors[0]?.rule).toBe('record.reasonMissing')
  expect((await reveal(callers.everything, { fields: ['id'] })).code).toBe(400)
  for (const who of strangers(callers, subject)) expect((await reveal(who)).code).toBe(404)
}
let files = 0
/** Cells of an exported workbook. */
export async function cellsOf({ server }: School, { raw }: Pick<Answer, 'raw'>): Promise<string[][]> {
  const path = join(server.core.dataDir, `conformance-${++files}.xlsx`)
  writeFileSync(path, raw)
  return readWorkbook(path)
}
export async function exportsInScope(callers: Callers, subject: Subject): Promise<void> {
  const { e, row } = subject
  const columns = shownFields(e).filter(([, f]) => f.options.sensitivity !== 'S2' && !['rich', 'json', 'shape', 'files'].includes(f.kind))
  const exported = (who: Actor) => who.post(at(subject, 'export'), { header: Object.fromEntries(columns.map(([name]) => [name, name])), params: { id: row.id } })
  const answer = await exported(callers.everything)
  expect([answer.status, answer.headers['x-export-rows']]).toEqual([200, '1'])
  const [header, values] = await cellsOf(callers.school, answer)
  expect(header).toEqual(columns.map(([name]) => name))
  const shown = columns.filter(([name, f], i) => f.options.sensitivity === 'S1' && row[name] && values?.[i] === String(row[name]))
  expect(shown.map(([name]) => name)).toEqual([])
  for (const who of strangers(callers, subject)) expect((await exported(who)).headers['x-export-rows']).toBe('0')
}
export const fileFields = (e: Entity): string[] =>
  Object.entries(e.fields)
    .filter(([, f]) => f.kind === 'files')
    .map(([name]) => name)
export async function givesFilesInScope(callers: Callers, subject: Subject): Promise<void> {
  const { school, everything, elsewhere, fileId } = callers
  const { e, row } = subject
  const hasReaders = school.server.core.registry.of(fileReaders).some(reader => reader.bizType === e.name)
  for (const field of fileFields(e)) {
    await school.db.query(sql`update attachment set biz_type = ${e.name}, biz_id = ${row.id}, field = ${field} where tenant_id = ${school.tenantId} and id = ${fileId}`)
    const codeFor = async (who: Actor) => (await who.get('oss/oss/endpoint/ticket', { fileId })).code
    expect([field, await codeFor(everything)]).toEqual([field, 200])
    for (const who of hasReaders ? [elsewhere] : strangers(callers, subject)) expect([field, await codeFor(who)]).toEqual([field, 404])
  }
}
