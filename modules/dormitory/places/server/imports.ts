import sql, { type Sql } from 'sql-template-tag'
import { importRules, type Stage } from '#server/spreadsheets/rules.ts'
import { dormBed, dormBuilding, dormFloor, dormRoom } from '../model/places.ts'
import { bedPlaces, liveBeds } from './bed-facts.ts'
import { CONTRADICTION, withStays } from './contradictions.ts'

type Source = 'rooms' | 'floors' | 'buildings'
/** 20-DB2 for all rows of a sheet: conflicting taken beds by row. */
const contradictions = (stage: Stage, alias: 'r' | 'f' | 'd', source: Source): Sql => sql`
  select x.row, case x.fault when 'occupiedGender' then ${alias === 'd' ? 'genderRule' : 'genderCode'} when 'occupiedOff' then 'isEnabled' when 'occupiedUsage' then 'usage' else 'state' end as field, x.fault as rule,
    jsonb_build_object('count', count(*), 'stays', string_agg(x.taken, '、' order by x.taken)) as values
  from (select ${{ r: sql`r`, f: sql`f`, d: sql`d` }[alias]}._row as row, b.full_name || ' ' || s.name as taken, ${CONTRADICTION} as fault
    from ${withStays(bedPlaces({ [source]: stage.rows }))} where ${liveBeds({ me: { tenantId: stage.tenantId } })}) x
  where x.fault is not null group by x.row, x.fault`
const gender = (stage: Stage): Sql => sql`
  select s._row as row, 'genderCode' as field, 'genderOnly' as rule, jsonb_build_object('gender', s.gender_code) as values from ${stage.rows} s where s.gender_code not in ('1', '2')`

export default [
  importRules(dormBuilding, {
    fills: ['campusId', 'fullName'],
    async prepare(db, { rows }) {
      await db.query(
        sql`update ${rows} s set campus_id = b.campus_id, full_name = c.name || s.name from building b join campus c on c.tenant_id = b.tenant_id and c.id = b.campus_id where b.tenant_id = s.tenant_id and b.id = s.building_id`,
      )
    },
    check: stage => [
      sql`select s._row as row, 'buildingId' as field, 'notDormitory' as rule, jsonb_build_object('building', b.name, 'usage', coalesce(i.dictionary_value, b.usage)) as values
        from ${stage.rows} s join building b on b.tenant_id = s.tenant_id and b.id = s.building_id left join dictionary c on c.tenant_id = b.tenant_id and c.code = 'buildingUsage'
          left join dictionary_item i on i.tenant_id = c.tenant_id and i.dictionary_id = c.id and i.dictionary_key = b.usage where b.usage <> 'dormitory'`,
      contradictions(stage, 'd', 'buildings'),
    ],
  }),
  importRules(dormFloor, {
    fills: ['fullName'],
    async prepare(db, { rows }) {
      await db.query(sql`update ${rows} s set full_name = d.full_name || s.name from dorm_building d where d.tenant_id = s.tenant_id and d.id = s.dorm_id`)
    },
    check: stage => [
      gender(stage),
      sql`select s._row as row, 'floorNo' as field, 'noFloorZero' as rule, '{}'::jsonb as values from ${stage.rows} s where s.floor_no = 0`,
      contradictions(stage, 'f', 'floors'),
    ],
  }),
  importRules(dormRoom, {
    fills: ['dormId', 'fullName'],
    async prepare(db, { rows }) {
      await db.query(
        sql`update ${rows} s set dorm_id = f.dorm_id, full_name = d.full_name || s.room_no from dorm_floor f join dorm_building d on d.tenant_id = f.tenant_id and d.id = f.dorm_id where f.tenant_id = s.tenant_id and f.id = s.floor_id`,
      )
    },
    check: stage => [
      gender(stage),
      sql`select s._row as row, 'headStudentId' as field, 'notResident' as rule, jsonb_build_object('name', h.name, 'room', s.room_no) as values
        from ${stage.rows} s join student h on h.tenant_id = s.tenant_id and h.id = s.head_student_id
        where not exists (select from dorm_stay o where o.tenant_id = s.tenant_id and o.room_id = s.id and o.student_id = h.id and o.state = 'checkedIn')`,
      contradictions(stage, 'r', 'rooms'),
    ],
  }),
  importRules(dormBed, {
    fills: ['dormId', 'floorId', 'fullName'],
    async prepare(db, { rows }) {
      await db.query(
        sql`update ${rows} s set dorm_id = r.dorm_id, floor_id = r.floor_id, full_name = r.full_name || '-' || s.bed_no from dorm_room r where r.tenant_id = s.tenant_id and r.id = s.room_id`,
      )
    },
    check: ({ rows, tenantId }) => [
      sql`select s._row as row, 'isEnabled' as field, 'occupiedOff' as rule, jsonb_build_object('count', 1, 'stays', s.full_name || ' ' || o.name) as values
        from ${rows} s join dorm_stay o on o.tenant_id = ${tenantId}::uuid and o.bed_id = s.id and o.is_open and (o.state <> 'held' or o.hold_until > now()) where not s.is_enabled`,
    ],
  }),
]
