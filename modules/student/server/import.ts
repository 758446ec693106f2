import sql, { raw, type Sql } from 'sql-template-tag'
import { citizenBirthDate, citizenGender, citizenIdFault, entityNamed, type Field, snake } from '#model'
import { linkPersons } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { namesPinyin } from '#server/i18n/pinyin.ts'
import { importRules, type RowFault, type Stage } from '#server/spreadsheets/rules.ts'
import { BINDING_FIELDS, LOCKED_FIELDS } from '../model/fields.ts'
import { STUDENT_STATUS } from '../model/status.ts'
import { student } from '../model/student.ts'
import { valueFaults } from './checks.ts'
import { refreshStatistics } from './history.ts'
import { rememberBefore, spansFromStage, toldOfStage } from './import-history.ts'

const ANY_CANTON = { has: () => true }
const prefix = `${student.module}.${student.name}.`

/** Import of rosters up to 30,000 lines: derived values are computed set-based. */
export default importRules(student, {
  fills: ['gradeMajorId', 'grade', 'majorId', 'departmentId', 'campusId', 'level', 'duration', 'status', 'namePinyin', 'personId', 'expectedGraduation'],
  derives: {
    fields: ['genderCode', 'birthDate'],
    of({ idType, idNo }) {
      const isCitizen = (idType ?? '1') === '1' && typeof idNo === 'string' && !citizenIdFault(idNo)
      return isCitizen ? { genderCode: citizenGender(idNo), birthDate: citizenBirthDate(idNo) } : {}
    },
  },
  requires: ['ethnicityCode', 'sourceCanton', 'category', 'enrolMode', 'enrolDate', 'phone', 'emergencyName', 'emergencyPhone'],
  // lines of existing students may lack the number; they are matched by identity
  keys: [['idNo']],
  row(values) {
    if (!values.studentNo) delete values.studentNo // a line without a number is matched by identity and keeps its number
    const named = { idType: '1', ...values }
    return valueFaults(named, ANY_CANTON, today()).map(
      (i): RowFault => ({ rule: i.rule.slice(prefix.length), ...(i.field ? { field: i.field } : {}), ...(i.values ? { values: { ...i.values } } : {}) }),
    )
  },
  async prepare(db, stage) {
    const { rows, tenantId } = stage
    await rememberBefore(db, stage)
    await db.query(sql`update ${rows} s set status = 'active' where s._new`)
    await findPlace(db, rows, tenantId)
    await db.query(sql`
      update ${rows} s set expected_graduation = coalesce(c.expected_end, make_date(extract(year from x.enrol_date)::int + ceil(x.duration)::int, 7, 1))
      from ${rows} x left join stu_class c on c.tenant_id = ${tenantId} and c.id = x.class_id
      where x._row = s._row and s.expected_graduation is null`)
    await fillPinyin(db, rows)
    await db.query(
      sql`update ${rows} s set person_id = null from student t where t.tenant_id = ${tenantId} and t.id = s.id and (t.id_no_hash <> s.id_no_hash or t.id_type <> s.id_type)`,
    )
    await linkPersons(db, rows)
  },
  check: (stage, db) => [...placeFaults(stage), ...lockedFaults(stage), ...bindingFaults(stage), ...identityFaults(stage, db), ...cantonFaults(stage)],
  async written(db, stage) {
    await spansFromStage(db, stage)
    await toldOfStage(db, stage)
    await refreshStatistics(db)
  },
})
/** Derives the grade-major from the class, or from grade and major, and copies its fields. Values of the sheet stay, to be compared. */
async function findPlace(db: Db, rows: Sql, tenantId: string): Promise<void> {
  await db.query(sql`
    update ${rows} s set grade_major_id = case when s._new then coalesce(s.grade_major_id, c.grade_major_id) else s.grade_major_id end, campus_id = c.campus_id
    from stu_class c where c.tenant_id = ${tenantId} and c.id = s.class_id`)
  await db.query(sql`
    update ${rows} s set grade_major_id = g.id from grade_major g
    where g.tenant_id = ${tenantId} and s.grade_major_id is null and g.grade = s.grade and g.major_id = s.major_id`)
  await db.query(sql`
    update ${rows} s set grade = coalesce(s.grade, g.grade), major_id = coalesce(s.major_id, g.major_id), department_id = coalesce(s.department_id, g.department_id),
      level = coalesce(s.level, g.level), duration = coalesce(s.duration, g.duration), campus_id = coalesce(s.campus_id, g.campus_id)
    from grade_major g where g.tenant_id = ${tenantId} and g.id = s.grade_major_id`)
}
async function fillPinyin(db: Db, rows: Sql): Promise<void> {
  const names = await db.query<{ name: string }>(sql`select distinct name from ${rows} s where s.name_pinyin is null and s.name is not null`)
  if (!names.length) return
  const read = await namesPinyin(names.map(n => n.name))
  await db.query(sql`
    update ${rows} s set name_pinyin = p.pinyin from unnest(${[...read.keys()]}::text[], ${[...read.values()]}::text[]) p(name, pinyin)
    where s.name_pinyin is null and s.name = p.name`)
}

type Of = Readonly<Record<string, Field>>
const fields: Of = student.fields
const column = (name: string): string => `"${snake(name)}"`
/** Joins the stored row to the staged one. */
const stored = ({ tenantId }: Stage): Sql => sql`join student t on t.tenant_id = ${tenantId} and t.id = s.id`
const fault = (field: string, rule: string, values: Sql, from: Sql): Sql => sql`select s._row as row, ${field}::text as field, ${rule}::text as rule, ${values} as values ${from}`
const none = sql`'{}'::jsonb`

function placeFaults({ rows, tenantId }: Stage): Sql[] {
  const inClass = sql`from ${rows} s join stu_class c on c.tenant_id = ${tenantId} and c.id = s.class_id left join student t on t.tenant_id = ${tenantId} and t.id = s.id`
  const nameOf = (alias: 'c' | 's'): Sql => sql`(select g.name from grade_major g where g.tenant_id = ${tenantId} and g.id = ${raw(alias)}.grade_major_id)`
  const differs = (field: 'grade' | 'majorId' | 'departmentId'): Sql =>
    fault(
      field,
      'placeDiffers',
      sql`jsonb_build_object('given', ${word(field, 's', tenantId)}, 'from', g.name, 'expected', ${word(field, 'g', tenantId)})`,
      sql`from ${rows} s join grade_major g on g.tenant_id = ${tenantId} and g.id = s.grade_major_id where s.${raw(column(field))} <> g.${raw(column(field))}`,
    )
  return [
    fault('classId', 'placeMissing', none, sql`from ${rows} s where s.grade_major_id is null and (s.grade is null or s.major_id is null)`),
    fault(
      'majorId',
      'noGradeMajor',
      sql`jsonb_build_object('grade', s.grade, 'major', m.name)`,
      sql`from ${rows} s join major m on m.tenant_id = ${tenantId} and m.id = s.major_id where s.grade_major_id is null and s.grade is not null`,
    ),
    fault('classId', 'classEnded', sql`jsonb_build_object('className', c.name)`, sql`${inClass} where c.state = 'ended' and s.class_id is distinct from t.class_id`),
    fault(
      'classId',
      'otherMajor',
      // names are looked up for faulty lines only: joining two small tables would multiply every line
      sql`jsonb_build_object('className', c.name, 'classMajor', ${nameOf('c')}, 'major', ${nameOf('s')})`,
      sql`${inClass} where c.grade_major_id <> s.grade_major_id and s.class_id is distinct from t.class_id`,
    ),
    ...(['grade', 'majorId', 'departmentId'] as const).map(differs),
  ]
}
/** Display value: labels of codes and references; nothing for encrypted fields. */
function word(name: string, alias: 's' | 't' | 'g', tenantId: string): Sql {
  const { kind, options } = fields[name] as Field
  const at = raw(`${alias}.${column(name)}`)
  if (options.encrypted) return sql`'******'`
  if (kind === 'ref') {
    const to = entityNamed(options.to ?? '')
    return sql`(select n.${raw(column(to.options.title))}::text from ${raw(`"${to.table}"`)} n where n.tenant_id = ${tenantId} and n.id = ${at})`
  }
  if (kind !== 'dict') return sql`${at}::text`
  return sql`(select i.dictionary_value from dictionary d join dictionary_item i on i.tenant_id = d.tenant_id and i.dictionary_id = d.id
    where d.tenant_id = ${tenantId} and d.code = ${options.dictionary?.code ?? ''} and i.dictionary_key = ${at})`
}
const comparable = (name: string): string => (fields[name]?.options.encrypted ? `"${snake(name)}_hash"` : column(name))

/** Filling an empty locked field is allowed. */
function lockedFaults(stage: Stage): Sql[] {
  const { rows, tenantId } = stage
  return LOCKED_FIELDS.map(name => {
    const at = raw(comparable(name))
    return fault(
      name,
      'locked',
      sql`jsonb_build_object('value', ${word(name, 't', tenantId)}, 'wanted', ${word(name, 's', tenantId)})`,
      sql`from ${rows} s ${stored(stage)} where t.status not in ('preEnrolled', 'reserved') and t.${at} is not null and s.${at} is distinct from t.${at}`,
    )
  })
}
/** Required for new rows; stored rows must keep it. */
function bindingFaults({ rows, tenantId }: Stage): Sql[] {
  const words = sql`${JSON.stringify(STUDENT_STATUS)}::jsonb ->> s.status`
  return BINDING_FIELDS.map(name => {
    const at = raw(comparable(name))
    return fault(
      name,
      'binds',
      sql`jsonb_build_object('status', ${words})`,
      sql`from ${rows} s left join student t on t.tenant_id = ${tenantId} and t.id = s.id
        where s.status not in ('preEnrolled', 'reserved') and s.${at} is null and (s._new or t.${at} is not null)`,
    )
  })
}
function identityFaults({ rows, tenantId }: Stage, db: Db): Sql[] {
  const running = raw(`status in ('active', 'suspended', 'retained')`)
  // who the holder is, is told only to those who list the student anyway
  const held = sql`from ${rows} s join student t on t.tenant_id = ${tenantId} and t.id_no_hash = s.id_no_hash and t.${running} and t.deleted_at is null and t.id <> s.id and s.${running}
    left join ${db.visibleFor(student, 'student:student:list').rows()} v on v.id = t.id`
  return [
    fault('idNo', 'idNoHeld', sql`jsonb_build_object('holder', left(v.name, 1) || '**', 'studentNo', coalesce(v.student_no, '—'))`, sql`${held} where v.id is not null`),
    fault('idNo', 'idNoUsed', none, sql`${held} where v.id is null`),
    fault(
      'idNo',
      'idNoTwice',
      sql`jsonb_build_object('first', s._first)`,
      sql`from (select x.*, min(x._row) over (partition by x.id_no_hash) as _first from ${rows} x where x.${running}) s where s._first <> s._row`,
    ),
    fault(
      'expectedGraduation',
      'datesReversed',
      sql`jsonb_build_object('enrolDate', s.enrol_date, 'expectedGraduation', s.expected_graduation)`,
      sql`from ${rows} s where s.expected_graduation <= s.enrol_date`,
    ),
  ]
}
const cantonFaults = ({ rows, tenantId }: Stage): Sql[] =>
  (['nativeCanton', 'sourceCanton', 'homeCanton'] as const).map(name =>
    fault(
      name,
      'cantonUnknown',
      sql`jsonb_build_object('code', s.${raw(column(name))})`,
      sql`from ${rows} s where s.${raw(column(name))} is not null and not exists (select 1 from canton c where c.tenant_id = ${tenantId} and c.code = s.${raw(column(name))})`,
    ),
  )
