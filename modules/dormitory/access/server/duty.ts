import sql from 'sql-template-tag'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { shiftAt } from '../model/shift.ts'
import { dutyLog, type Incident } from '../model/visitor.ts'

export interface NewIncident {
  dormId: string
  text: string
  studentIds: readonly string[]
}
/**
 * Appends an incident to the building's current shift, creating the shift if needed. Returns the incident's id. The append is an atomic update, so concurrent ones
 * are all kept.
 */
export async function openIncident(db: Db, { dormId, text, studentIds }: NewIncident): Promise<string> {
  const { dutyDate, shift } = shiftAt(new Date().toISOString())
  const incident: Incident = { id: uuidv7(), at: new Date().toISOString(), text, studentIds: [...studentIds], by: db.me.userId || null }
  await db.tx(async tx => {
    const id = await tx.getOrCreateId(dutyLog, ['dormId', 'dutyDate', 'shift'], { dormId, dutyDate, shift, incidents: [] })
    await tx.updateWhere(dutyLog, { id }, { incidents: sql`t.incidents || ${JSON.stringify([incident])}::jsonb` })
  })
  return incident.id
}
