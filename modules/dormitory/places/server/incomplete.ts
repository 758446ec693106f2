import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { type INCOMPLETE, incompleteSetup } from '../model/actions.ts'
import { dormBuilding, dormFloor, dormRoom } from '../model/places.ts'
import { FOR_STUDENTS } from './bed-facts.ts'

const MOST = 500
/** 20-DB1, 20-DB3: student rooms whose beds cannot be assigned, empty floors and buildings, and accessible rooms without a lift. */
export default handle(incompleteSetup, async ({ db }) => {
  const rooms = db.visible(dormRoom).rows()
  const floors = db.visibleFor(dormFloor, 'dormitory:dormFloor:list').rows()
  const buildings = db.visibleFor(dormBuilding, 'dormitory:dormBuilding:list').rows()
  return db.query<{ id: string; kind: keyof typeof INCOMPLETE; dormId: string; fullName: string }>(sql`
    select * from (
      select r.id, case when r.lodging_gender is null then 'noGender' else 'noBeds' end as kind, r.dorm_id as "dormId", r.full_name as "fullName"
        from ${rooms} r join dorm_floor f on f.tenant_id = r.tenant_id and f.id = r.floor_id join dorm_building d on d.tenant_id = r.tenant_id and d.id = r.dorm_id
          cross join lateral (select count(*) from dorm_bed b where b.tenant_id = r.tenant_id and b.room_id = r.id and b.is_enabled and b.deleted_at is null) b(beds)
        where ${FOR_STUDENTS} and r.is_enabled and f.is_enabled and d.is_enabled and (r.lodging_gender is null or b.beds = 0)
      union all
      select f.id, 'noRooms', f.dorm_id, f.full_name from ${floors} f
        where f.is_enabled and not exists (select from dorm_room r where r.tenant_id = f.tenant_id and r.floor_id = f.id and r.deleted_at is null)
      union all
      select d.id, 'noFloors', d.id, d.full_name from ${buildings} d
        where d.is_enabled and not exists (select from dorm_floor f where f.tenant_id = d.tenant_id and f.dorm_id = d.id and f.deleted_at is null)
      union all
      select r.id, 'noLift', r.dorm_id, r.full_name from ${rooms} r join dorm_floor f on f.tenant_id = r.tenant_id and f.id = r.floor_id join dorm_building d on d.tenant_id = r.tenant_id and d.id = r.dorm_id
          join building g on g.tenant_id = d.tenant_id and g.id = d.building_id
        where r.accessible and f.floor_no <> 1 and not g.has_lift and r.is_enabled and f.is_enabled and d.is_enabled
    ) x order by "fullName", kind limit ${MOST}`)
})
