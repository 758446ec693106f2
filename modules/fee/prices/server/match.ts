import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** Facts a standard is matched with, as columns of the alias `s`: a student, or a student's room. */
export interface Facts {
  grade: Sql
  campusId: Sql
  departmentId: Sql
  majorId: Sql
  level: Sql
  category: Sql
  buildingId: Sql
  roomType: Sql
}
const nothing = sql`null`
/** Nothing is known: only standards for the whole school match. */
export const NO_FACTS: Facts = {
  grade: nothing,
  campusId: nothing,
  departmentId: nothing,
  majorId: nothing,
  level: nothing,
  category: nothing,
  buildingId: nothing,
  roomType: nothing,
}
/** A student without a room: standards of buildings and room types do not match. */
export const STUDENT_FACTS: Facts = {
  ...NO_FACTS,
  grade: sql`s.grade`,
  campusId: sql`s.campus_id`,
  departmentId: sql`s.department_id`,
  majorId: sql`s.major_id`,
  level: sql`s.level`,
  category: sql`s.category`,
}
/**
 * 40-F1: the standard of an item with most matching dimensions, of equal ones the latest in force, as a subselect to join laterally: `id`, `amount`, `per_credit`.
 * A span of entry years counts as one dimension.
 */
export const bestStandard = (db: Db, itemId: Sql, xn: Sql, of: Facts): Sql => sql`select c.id, c.amount, c.per_credit from charge_standard c
  where c.tenant_id = ${db.me.tenantId} and c.item_id = ${itemId} and c.xn <= ${xn}
    and (c.grade_from is null or ${of.grade}::int >= c.grade_from) and (c.grade_to is null or ${of.grade}::int <= c.grade_to)
    and (c.campus_id is null or c.campus_id = ${of.campusId}::uuid) and (c.department_id is null or c.department_id = ${of.departmentId}::uuid)
    and (c.major_id is null or c.major_id = ${of.majorId}::uuid) and (c.education_level is null or c.education_level = ${of.level}::text)
    and (c.student_category is null or c.student_category = ${of.category}::text) and (c.building_id is null or c.building_id = ${of.buildingId}::uuid)
    and (c.room_type is null or c.room_type = ${of.roomType}::text)
  order by (c.grade_from is not null or c.grade_to is not null)::int + num_nonnulls(c.campus_id, c.department_id, c.major_id, c.education_level, c.student_category, c.building_id, c.room_type) desc, c.xn desc
  limit 1`
