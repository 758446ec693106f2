import { datetime, entity, list, ref, text } from '#model'

/** Beyond: a planned outage. Reports of these types from these buildings are not taken while it lasts. */
export const repairOutage = entity(
  'repair.repairOutage',
  '停用通知',
  {
    name: text('事由', { required: true, max: 60, search: true, help: '如：停水检修' }),
    typeIds: list('类型', ref('repairType', '类型'), { required: true, min: 1, max: 50, help: '选上级类型就包括它的下级' }),
    buildingIds: list('楼宇', ref('building', '楼宇'), { max: 200, help: '不选为全校' }),
    startAt: datetime('开始', { required: true, sortable: true }),
    endAt: datetime('结束', { required: true, sortable: true }),
    note: text('说明', { max: 300, multiline: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'announced to all who report a fault' },
    sort: ['-startAt'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { order: '结束 {endAt} 不晚于开始 {startAt}' },
  },
)
