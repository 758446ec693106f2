import { bool, entity, type FieldOptions, integer, json, list, ref, text } from '#model'
import type { WeekSpan } from '#model/week-spans.ts'

/** An account that repairs. */
export const repairer = <const O extends FieldOptions = Record<never, never>>(label: string, options: O = {} as O) => ref('user', label, { ...options, role: 'repairer' })

export const repairTeam = entity(
  'repair.repairTeam',
  '维修班组',
  {
    code: text('编号', { required: true, max: 20, format: 'code', sortable: true }),
    name: text('名称', { required: true, max: 40, search: true, sortable: true }),
    leaderId: repairer('班组长'),
    memberIds: list('成员', repairer('成员'), { max: 200 }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  { title: 'name', scope: { everyone: 'a setting of the school: teams' }, unique: [['code'], ['name']], importKey: ['code'], cached: true, select: 'open', sort: ['code'] },
)
/** What a worker can repair, where and when. The row is also the lock under which sheets are given to the worker, so that `maxOpen` holds. */
export const repairSkill = entity(
  'repair.repairSkill',
  '维修人员',
  {
    repairerId: repairer('维修工', { required: true, immutable: true }),
    typeIds: list('会修', ref('repairType', '类型'), { required: true, min: 1, max: 200, help: '选上级类型就包括它的下级' }),
    dormIds: list('负责楼栋', ref('dormBuilding', '宿舍楼'), { max: 200, help: '不选为全校' }),
    shifts: json<readonly WeekSpan[]>('当班时间', { help: '不填为随时' }),
    maxOpen: integer('最多在手', { required: true, min: 1, max: 99, initial: 12, sortable: true, help: '未完工的工单' }),
    isEnabled: bool('接受派单', { required: true, initial: true }),
    openCount: integer('在手', { computed: true }),
  },
  {
    title: 'repairerId',
    scope: { user: 'repairerId' },
    unique: [['repairerId']],
    importKey: ['repairerId'],
    sort: ['-maxOpen'],
    refusals: { shift: '当班时间应是星期几、几点到几点，如 周一至周五 08:00–18:00', notRepairer: '{name}不是维修工，请先给他维修工角色' },
  },
)
